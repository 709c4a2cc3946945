'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import {
  type AuthorizationToSign,
  type MessageToSign,
  type SignedAuthorization,
  signAuthorization,
  signMessage,
  signTypedData,
  type TypedDataToSign,
  type WalletSignature,
} from '../client/flows/signing.js';
import { signRawPayload, signRawPayloads, signTransaction } from '../contract/signing.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { activityHook } from './rowHooks.js';
import { useFlow } from './useFlow.js';

/** Signs a payload with a key that the service holds. {@link signRawPayload} */
export const useSignRawPayload = activityHook('useSignRawPayload', signRawPayload);
/** Signs several payloads with one key. {@link signRawPayloads} */
export const useSignRawPayloads = activityHook('useSignRawPayloads', signRawPayloads);
/** Signs a transaction of Ethereum, Solana, Bitcoin or Tron. {@link signTransaction} */
export const useSignTransaction = activityHook('useSignTransaction', signTransaction);

/** Signs a text or bytes as Ethereum wallets do (EIP-191). {@link signMessage} */
export function useSignMessage(
  options: MutationHookOptions<`0x${string}`, MessageToSign> = {},
): UseMutationResult<`0x${string}`, HookError, MessageToSign> {
  return useFlow(signMessage, options);
}

/** Signs typed data as Ethereum wallets do (EIP-712). {@link signTypedData} */
export function useSignTypedData(
  options: MutationHookOptions<WalletSignature, TypedDataToSign> = {},
): UseMutationResult<WalletSignature, HookError, TypedDataToSign> {
  return useFlow(signTypedData, options);
}

/** Signs an authorization by which an account runs a contract's code (EIP-7702). {@link signAuthorization} */
export function useSignAuthorization(
  options: MutationHookOptions<SignedAuthorization, AuthorizationToSign> = {},
): UseMutationResult<SignedAuthorization, HookError, AuthorizationToSign> {
  return useFlow(signAuthorization, options);
}
