'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { loginWithOtp, type TypedCode } from '../client/flows/loginWithOtp.js';
import { requestOtp, type SentOtp } from '../client/flows/requestOtp.js';
import type { OtpType } from '../contract/contact.js';
import type { Session } from '../sessions/session.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { useFlow } from './useFlow.js';

/** The destination of a code. */
export interface OtpDestination {
  readonly otpType: OtpType;
  /** As typed. */
  readonly contact: string;
}

/** Sends a one-time code to a typed contact. {@link requestOtp} */
export function useRequestOtp(
  options: MutationHookOptions<SentOtp, OtpDestination> = {},
): UseMutationResult<SentOtp, HookError, OtpDestination> {
  return useFlow(requestOtp, options);
}

/** Logs in with a typed code; new people are signed up. {@link loginWithOtp} */
export function useLoginWithOtp(
  options: MutationHookOptions<Session, TypedCode> = {},
): UseMutationResult<Session, HookError, TypedCode> {
  return useFlow(loginWithOtp, options);
}
