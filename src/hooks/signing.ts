'use client';
import type { UseMutationResult } from '@tanstack/react-query';
import { loadConfirmOwn } from '../client/confirmations/loadConfirmOwn.js';
import type { Client } from '../client/createClient.js';
import {
  type AuthorizationToSign,
  exact,
  type MessageToSign,
  type SignedAuthorization,
  signAuthorization,
  signMessage,
  signTypedData,
  type TypedData,
  type TypedDataToSign,
  type WalletSignature,
} from '../client/flows/signing.js';
import type { SubmitOptions } from '../client/submit.js';
import type { RequestOf } from '../contract/row.js';
import { signRawPayload, signRawPayloads, signTransaction } from '../contract/signing.js';
import type { HookError, MutationHookOptions } from './hookTypes.js';
import { activityHook } from './rowHooks.js';
import { useSignatureMade } from './signatureMade.js';
import { useFlow } from './useFlow.js';

async function confirmPayloads(
  client: Client,
  wanted: RequestOf<typeof signRawPayload> | RequestOf<typeof signRawPayloads>,
  signer: SubmitOptions,
): Promise<void> {
  const own = await loadConfirmOwn(client);
  await own?.confirmOwn(client, signer, () => own.payloadRequests(client, wanted));
}

/** Signs a payload with a key that the service holds. {@link signRawPayload} */
export const useSignRawPayload = activityHook('useSignRawPayload', signRawPayload, confirmPayloads);
/** Signs several payloads with one key. {@link signRawPayloads} */
export const useSignRawPayloads = activityHook('useSignRawPayloads', signRawPayloads, confirmPayloads);
/** Signs a transaction of Ethereum, Solana, Bitcoin or Tron. {@link signTransaction} */
export const useSignTransaction = activityHook(
  'useSignTransaction',
  signTransaction,
  async (client, wanted, signer) => {
    const own = await loadConfirmOwn(client);
    await own?.confirmOwn(client, signer, () => own.transactionRequests(client, wanted));
  },
);

/** Signs a text or bytes as Ethereum wallets do (EIP-191). {@link signMessage} */
export function useSignMessage(
  options: MutationHookOptions<`0x${string}`, MessageToSign> = {},
): UseMutationResult<`0x${string}`, HookError, MessageToSign> {
  return useSigning(async (client, { message: given, address }) => {
    const own = await loadConfirmOwn(client);
    const message = typeof given === 'string' ? given : given.slice();
    await own?.confirmOwn(client, {}, () => [{ kind: 'message', address, message }]);
    return signMessage(client, { message, address });
  }, options);
}

/** Signs typed data as Ethereum wallets do (EIP-712). {@link signTypedData} */
export function useSignTypedData(
  options: MutationHookOptions<WalletSignature, TypedDataToSign> = {},
): UseMutationResult<WalletSignature, HookError, TypedDataToSign> {
  return useSigning(async (client, { address, domain = {}, types, primaryType, message }) => {
    const own = await loadConfirmOwn(client);
    const data: TypedData = JSON.parse(JSON.stringify({ domain, types, primaryType, message }, exact));
    await own?.confirmOwn(client, {}, () => [own.typedDataRequest(client, address, data)]);
    return signTypedData(client, { ...data, address });
  }, options);
}

/** Signs an authorization by which an account runs a contract's code (EIP-7702). {@link signAuthorization} */
export function useSignAuthorization(
  options: MutationHookOptions<SignedAuthorization, AuthorizationToSign> = {},
): UseMutationResult<SignedAuthorization, HookError, AuthorizationToSign> {
  return useSigning(async (client, { address, contractAddress, chainId, nonce }) => {
    const own = await loadConfirmOwn(client);
    await own?.confirmOwn(client, {}, () => [
      own.authorizationRequest(address, { address: contractAddress, chainId, nonce }),
    ]);
    return signAuthorization(client, { address, contractAddress, chainId, nonce });
  }, options);
}

/** A flow that signs: it adds an activity, also where others have to agree to it first. */
function useSigning<Answer, Request>(
  flow: (client: Client, request: Request) => Promise<Answer>,
  options: MutationHookOptions<Answer, Request>,
): UseMutationResult<Answer, HookError, Request> {
  const signatureMade = useSignatureMade();
  return useFlow((client, request) => flow(client, request).finally(signatureMade), options);
}
