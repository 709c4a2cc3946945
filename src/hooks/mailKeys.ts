'use client';
import { emailAuth, initUserEmailRecovery, recoverUser, sendLoginLink } from '../contract/mailKeys.js';
import { initOtpAuth, otpAuth } from '../contract/otpAuth.js';
import { activityHook } from './rowHooks.js';

/** Mails a key for login. {@link emailAuth} */
export const useEmailAuth = activityHook('useEmailAuth', emailAuth);
/** Mails a recovery key. {@link initUserEmailRecovery} */
export const useInitUserEmailRecovery = activityHook('useInitUserEmailRecovery', initUserEmailRecovery);
/** Registers a passkey by a recovery key. {@link recoverUser} */
export const useRecoverUser = activityHook('useRecoverUser', recoverUser);
/** Sends a code that is exchanged for a key. {@link initOtpAuth} */
export const useInitOtpAuth = activityHook('useInitOtpAuth', initOtpAuth);
/** Exchanges that code for a sealed key. {@link otpAuth} */
export const useOtpAuth = activityHook('useOtpAuth', otpAuth);
/** Mails a person the app's login or recovery page. {@link sendLoginLink} */
export const useSendLoginLink = activityHook('useSendLoginLink', sendLoginLink);
