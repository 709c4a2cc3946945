'use client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { loginWithOtp, type TypedCode } from '../client/flows/loginWithOtp.js';
import { requestOtp, type SentOtp } from '../client/flows/requestOtp.js';
import type { OtpType } from '../contract/contact.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';

/** Sends a one-time code to a contact as it was typed. {@link requestOtp} */
export function useRequestOtp(): UseMutationResult<SentOtp, LatchkeyError, { otpType: OtpType; contact: string }> {
  const { client, queryClient } = useKit();
  return useMutation({ ...mutationDefaults, mutationFn: (to) => requestOtp(client, to) }, queryClient);
}

/** Makes a typed code a session; who is new is signed up. {@link loginWithOtp} */
export function useLoginWithOtp(): UseMutationResult<Session, LatchkeyError, TypedCode> {
  const { client, queryClient } = useKit();
  return useMutation({ ...mutationDefaults, mutationFn: (typed) => loginWithOtp(client, typed) }, queryClient);
}
