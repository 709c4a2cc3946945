'use client';
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { EthereumErrorCode } from '../adapters/ethereum/ethereumError.js';
import {
  type PreparedTransaction,
  prepareTransaction,
  type TransactionToPrepare,
} from '../adapters/ethereum/prepareTransaction.js';
import { sendPrepared } from '../adapters/ethereum/sendPrepared.js';
import type { Hex } from '../adapters/ethereum/transaction.js';
import type { ConfirmationErrorCode } from '../client/confirmations/confirmationError.js';
import type { Activity } from '../contract/activities.records.js';
import { signTransaction } from '../contract/signing.js';
import type { LatchkeyError } from '../errors.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import type { HookError } from './hookTypes.js';
import { makeStale } from './stale.js';
import { useSession } from './useSession.js';

/** Why a hook of Ethereum failed. */
export type EthereumHookError = LatchkeyError<EthereumErrorCode | ConfirmationErrorCode | HookError['code']>;

/** The options of {@link usePrepareTransaction}: those of `useMutation`. */
export interface PrepareTransactionOptions
  extends Omit<UseMutationOptions<PreparedTransaction, EthereumHookError, TransactionToPrepare>, 'mutationFn'> {}

/**
 * Fixes chain, receiver, value, data, gas and the largest fee of a transaction on a chain of the settings' `chains`, and reads what it does
 * from its very bytes: `facts` and `request` are for a review, `fee` says what it costs at most.
 *
 * @throws {EthereumError} (as `error`) INSUFFICIENT_FUNDS, INSUFFICIENT_TOKENS, TRANSACTION_WOULD_FAIL, TRANSACTION_MALFORMED, CHAIN_NOT_KNOWN,
 * CHAIN_UNREACHABLE, CHAIN_MISMATCH, CHAIN_REFUSED
 * @example
 * const prepare = usePrepareTransaction()
 * const send = useSendTransaction()
 * const prepared = await prepare.mutateAsync({ chainId: 8453, from: address, to, token: usdc, amount: 1_500_000n })
 * const hash = await send.mutateAsync(prepared)
 */
export function usePrepareTransaction(
  options: PrepareTransactionOptions = {},
): UseMutationResult<PreparedTransaction, EthereumHookError, TransactionToPrepare> {
  const { client, queryClient } = useKit();
  const mutationFn = (wanted: TransactionToPrepare) => prepareTransaction(client, wanted);
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}

/** What {@link useSendTransaction} sends: what was prepared, or what it prepares itself first. */
export type TransactionToSend = PreparedTransaction | TransactionToPrepare;

/** The options of {@link useSendTransaction}: those of `useMutation`, the session, and how long others have to agree. */
export interface SendTransactionOptions
  extends Omit<UseMutationOptions<Hex, EthereumHookError, TransactionToSend>, 'mutationFn'> {
  readonly session?: Session | undefined;
  /** How long others have to agree to what needs their votes, in milliseconds. Default: 600,000. */
  readonly approvalTimeoutMs?: number | undefined;
}

/** A send, and the activity that waits for others meanwhile. */
export type SendTransactionResult = UseMutationResult<Hex, EthereumHookError, TransactionToSend> & {
  /** The activity of the latest send that needs the votes of others, while it waits for them. */
  readonly waitingFor: Activity | undefined;
  /** Stops waiting for others: their activity is rejected, and nothing is sent. What is sent already stays sent. */
  readonly cancel: () => void;
};

/**
 * Signs a transaction and sends it, byte by byte as it was prepared; its nonce alone is chosen now. All tabs take turns for nonces; what is
 * signed is kept until the chain's node says that it has it. One prepared transaction is sent once: asked again, it has the same hash, and
 * after TRANSACTION_UNCERTAIN the same bytes are sent again. It asks nobody, unless `confirmSignatures` of the settings is `always`.
 *
 * @returns (as `data`) the transaction's hash: {@link useTransactionStatus} follows it.
 * @throws {EthereumError} (as `error`) those of {@link usePrepareTransaction}; TRANSACTION_STALE, TRANSACTION_UNCERTAIN
 * @throws {ActivityPendingError} (as `error`) ACTIVITY_NEEDS_APPROVAL: others did not agree in time, or it was cancelled
 * @throws {RefusedError} (as `error`) ACTIVITY_REJECTED: another person has refused it
 * @example
 * const { mutate, waitingFor, cancel } = useSendTransaction()
 * mutate({ chainId: 8453, from: address, to, value: 10n ** 16n })
 */
export function useSendTransaction(options: SendTransactionOptions = {}): SendTransactionResult {
  return useSending(options, false);
}

/** The same behind a review of the kit's own, in which the person has confirmed what was prepared: it is not asked again. */
export function useSendReviewed(options: SendTransactionOptions = {}): SendTransactionResult {
  return useSending(options, true);
}

function useSending(
  { session: given, approvalTimeoutMs, ...options }: SendTransactionOptions,
  isReviewed: boolean,
): SendTransactionResult {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const session = given ?? active;
  const [waitingFor, setWaitingFor] = useState<Activity>();
  const waiting = useRef(new Set<AbortController>());
  const [cancel] = useState(() => () => {
    for (const each of waiting.current) each.abort();
  });

  async function mutationFn(wanted: TransactionToSend): Promise<Hex> {
    const prepared = 'facts' in wanted ? wanted : await prepareTransaction(client, wanted);
    const end = new AbortController();
    waiting.current.add(end);
    let own: Activity | undefined;
    const onWaiting = (activity: Activity) => {
      own = activity;
      setWaitingFor(activity);
    };
    try {
      const how = { isReviewed, session, approvalTimeoutMs, onWaiting, signal: end.signal };
      return await sendPrepared(client, prepared, how);
    } finally {
      makeStale({ client, queryClient, session }, signTransaction);
      waiting.current.delete(end);
      setWaitingFor((now) => (now === own ? undefined : now));
    }
  }

  return { ...useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient), waitingFor, cancel };
}
