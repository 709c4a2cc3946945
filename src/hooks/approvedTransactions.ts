'use client';
import {
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import {
  type ApprovedTransaction,
  approvedTransactions,
  sendApproved,
} from '../adapters/ethereum/approvedTransactions.js';
import { awaitedTransactions } from '../adapters/ethereum/awaitedTransactions.js';
import type { Hex } from '../adapters/ethereum/transaction.js';
import type { Client } from '../client/createClient.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import { mutationDefaults, queryDefaults } from './defaults.js';
import { answerKey, type QueryKey } from './queryKeys.js';
import type { EthereumHookError } from './sending.js';
import { useSession } from './useSession.js';

/** The options of {@link useApprovedTransactions}: those of `useQuery`. */
export interface ApprovedTransactionsOptions<Data = readonly ApprovedTransaction[]>
  extends Omit<
    UseQueryOptions<readonly ApprovedTransaction[], EthereumHookError, Data, QueryKey>,
    'queryKey' | 'queryFn'
  > {}

/**
 * What the person has sent from this device, and others agreed to when nobody waited for it any more: it is signed, and was not sent. Read
 * every ten seconds while something waits (`refetchInterval`). What `toAccount` signs is not among it: the app itself sends that.
 *
 * @example
 * const { data: approved = [] } = useApprovedTransactions()
 * const { mutate: send } = useSendApproved()
 * return approved.map((each) => <button key={each.hash} onClick={() => send(each)}>Send {each.hash}</button>)
 */
export function useApprovedTransactions<Data = readonly ApprovedTransaction[]>(
  options: ApprovedTransactionsOptions<Data> = {},
): UseQueryResult<Data, EthereumHookError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const query = {
    ...queryDefaults,
    queryKey: approvedKey(client, session),
    queryFn: () => (session ? approvedTransactions(client, session) : []),
    enabled: session !== undefined,
    refetchInterval: () => session !== undefined && awaitedTransactions(client).of(session).length > 0 && pollMs,
  };
  return useQuery({ ...query, ...options }, queryClient);
}

const pollMs = 10_000;

const approvedKey = (client: Client, session: Session | undefined) =>
  answerKey(client, session, 'approvedTransactions');

/** The options of {@link useSendApproved}: those of `useMutation`. */
export interface SendApprovedOptions
  extends Omit<UseMutationOptions<Hex, EthereumHookError, ApprovedTransaction>, 'mutationFn'> {}

/**
 * Sends one of {@link useApprovedTransactions}, byte by byte as others agreed to it. To discard it, send nothing to the account itself with
 * its nonce: `useSendTransaction`'s `{ chainId, from, to: from, nonce }`. Until that is in a block, whoever can read the activity can still
 * send what is signed.
 *
 * @returns (as `data`) the transaction's hash.
 * @throws {EthereumError} (as `error`) TRANSACTION_STALE: its nonce has been used; TRANSACTION_UNCERTAIN, CHAIN_UNREACHABLE, CHAIN_REFUSED
 */
export function useSendApproved(
  options: SendApprovedOptions = {},
): UseMutationResult<Hex, EthereumHookError, ApprovedTransaction> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const mutationFn = (approved: ApprovedTransaction) => sendApproved(client, approved, session).finally(refresh);
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: approvedKey(client, session) });
    void queryClient.invalidateQueries({ queryKey: answerKey(client, session, 'paymentStates') });
  };
  return useMutation({ ...mutationDefaults, ...options, mutationFn }, queryClient);
}

/** Takes one of {@link useApprovedTransactions} off this device's list, and no more: it can still be sent by whoever can read the activity. */
export function useHideApproved(): (approved: ApprovedTransaction) => void {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return ({ activity }) => {
    awaitedTransactions(client).forget(activity.id);
    void queryClient.invalidateQueries({ queryKey: approvedKey(client, session) });
  };
}
