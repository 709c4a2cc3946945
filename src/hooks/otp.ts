'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { loginWithOtp, type TypedCode } from '../client/flows/loginWithOtp.js';
import { requestOtp, type SentOtp } from '../client/flows/requestOtp.js';
import type { OtpType } from '../contract/contact.js';
import type { Session } from '../sessions/session.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { useFlow } from './useFlow.js';

/** Where a code is sent. */
export interface OtpDestination {
  readonly otpType: OtpType;
  /** As it was typed. */
  readonly contact: string;
}

/** Sends a one-time code to a contact as it was typed. {@link requestOtp} */
export function useRequestOtp(
  options: MutationHookOptions<SentOtp, OtpDestination> = {},
): UseMutationResult<SentOtp, HookError, OtpDestination> {
  return useFlow(requestOtp, options);
}

/** Makes a typed code a session; who is new is signed up. {@link loginWithOtp} */
export function useLoginWithOtp(
  options: MutationHookOptions<Session, TypedCode> = {},
): UseMutationResult<Session, HookError, TypedCode> {
  return useFlow(loginWithOtp, options);
}
