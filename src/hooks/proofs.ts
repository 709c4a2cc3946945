'use client';
import { type UseMutationResult, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Client } from '../client/createClient.js';
import { addressProof, verifyAddress } from '../client/flows/proofs.js';
import type { AddressProof, ProofToVerify, ToldAccount } from '../client/proofs/addressProof.js';
import { getAddressProof, getBootProof, getLatestBootProof, listAppProofs } from '../contract/proofs.queries.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import type { HookError, MutationHookOptions, QueryHookOptions } from './hookTypes.js';
import { queryHook } from './rowHooks.js';
import { type AnswerOptions, sessionQuery } from './rowQueryOptions.js';
import { useFlow } from './useFlow.js';
import { useSession } from './useSession.js';

/** The App Proofs that an activity made. {@link listAppProofs} */
export const useListAppProofs = queryHook('useListAppProofs', listAppProofs);
/** The newest App Proof of an address, unverified: {@link useAddressProof} verifies it. {@link getAddressProof} */
export const useGetAddressProof = queryHook('useGetAddressProof', getAddressProof);
/** The Boot Proof of an ephemeral key. {@link getBootProof} */
export const useGetBootProof = queryHook('useGetBootProof', getBootProof);
/** The Boot Proof of the newest ephemeral key. {@link getLatestBootProof} */
export const useGetLatestBootProof = queryHook('useGetLatestBootProof', getLatestBootProof);

/** What a report says: the state of a verified proof with all that was signed. */
export type ProofReport = Extract<AddressProof, { readonly report: unknown }>['report'];

/** What the proof of an address says, looked into on this device. */
export function addressProofQueryOptions(
  client: Client,
  account: string | ToldAccount,
  session: Session | undefined,
): AnswerOptions<AddressProof> & { readonly staleTime: number } {
  const { address, path } = typeof account === 'string' ? { address: account, path: undefined } : account;
  const told = path === undefined ? address : { address, path };
  const request = path === undefined ? { address } : { address, path };
  const query = sessionQuery(client, session, 'addressProof', request, (signal) =>
    addressProof(client, told, { session, signal }),
  );
  return { ...query, staleTime: Number.POSITIVE_INFINITY }; // a proof stays valid; new accounts make it stale
}

/**
 * Looks on this device into the proof of an address. `data.state` is `verified`, `unmeasured` or `software`, with the report; `none`; or
 * `failed`, with the step that failed. Nothing is requested while nobody is logged in. {@link addressProof}
 *
 * @param account - an account of {@link useWalletAccounts}, or its address alone, for which the accounts are listed.
 */
export function useAddressProof<Data = AddressProof>(
  account: string | ToldAccount,
  { session: given, ...options }: QueryHookOptions<AddressProof, Data> = {},
): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  return useQuery({ ...addressProofQueryOptions(client, account, given ?? active), ...options }, queryClient);
}

/**
 * Verifies an App Proof on this device, with the Boot Proof of its key: a mutation that takes the proof and what it has to say, and returns
 * the report. Its error is that of the step that failed. {@link verifyAddress}
 */
export function useVerifyAppProof(
  options: MutationHookOptions<ProofReport, ProofToVerify> = {},
): UseMutationResult<ProofReport, HookError, ProofToVerify> {
  return useFlow((client, proof) => verifyAddress(client, proof), options);
}
