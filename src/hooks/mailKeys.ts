'use client';
import { emailAuth, initUserEmailRecovery, recoverUser } from '../contract/mailKeys.js';
import { initOtpAuth, otpAuth } from '../contract/otpAuth.js';
import { activityHook } from './rowHooks.js';

/** Mails a key to log in by. {@link emailAuth} */
export const useEmailAuth = activityHook('useEmailAuth', emailAuth);
/** Mails a key to recover by. {@link initUserEmailRecovery} */
export const useInitUserEmailRecovery = activityHook('useInitUserEmailRecovery', initUserEmailRecovery);
/** Registers a passkey for a user who comes back. {@link recoverUser} */
export const useRecoverUser = activityHook('useRecoverUser', recoverUser);
/** Sends a code for a key. {@link initOtpAuth} */
export const useInitOtpAuth = activityHook('useInitOtpAuth', initOtpAuth);
/** Exchanges that code for a key that is answered sealed. {@link otpAuth} */
export const useOtpAuth = activityHook('useOtpAuth', otpAuth);
