'use client';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { chainOf } from '../adapters/ethereum/providerState.js';
import { type TransactionStatus, transactionStatus } from '../adapters/state/transactionStatus.js';
import type { Chain } from '../client/chains.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import { type QueryKey, sessionKey } from './queryKeys.js';
import type { EthereumHookError } from './sending.js';
import { useSession } from './useSession.js';

/** The options of {@link useTransactionStatus}: the chain, and those of `useQuery`. */
export interface TransactionStatusOptions<Data = TransactionStatus>
  extends Omit<UseQueryOptions<TransactionStatus, EthereumHookError, Data, QueryKey>, 'queryKey' | 'queryFn'> {
  /** The `id` of a chain of the settings' `chains`. */
  readonly chainId: Chain['id'];
}

/**
 * What the chain says of a transaction, asked every two seconds until it is in a block (`refetchInterval`); then balances are read anew.
 *
 * @param hash - of Ethereum behind 0x, the signature of Solana in base58. Without one, nothing is requested.
 * @throws {EthereumError} (as `error`) CHAIN_NOT_KNOWN, CHAIN_UNREACHABLE, CHAIN_MISMATCH, CHAIN_REFUSED; on Solana an `UnreachableError`
 * @example
 * const { data: status } = useTransactionStatus(hash, { chainId: 8453 })
 * return status?.state === 'included' && (status.result === 'success' ? 'Sent' : 'Failed')
 */
export function useTransactionStatus<Data = TransactionStatus>(
  hash: string | undefined,
  of: TransactionStatusOptions<Data>,
): UseQueryResult<Data, EthereumHookError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const { chainId, ...options } = of;
  const query = {
    ...queryDefaults,
    queryKey: ['latchkey', 'transactionStatus', chainId, hash ?? null],
    async queryFn() {
      const status = await transactionStatus(client, chainOf(client.settings.chains ?? [], chainId), hash ?? '');
      // It has changed what its sender has.
      if (status.state === 'included')
        void queryClient.invalidateQueries({ queryKey: [...sessionKey(client, session), 'balances'] });
      return status;
    },
    enabled: hash !== undefined,
    refetchInterval: ({ state }: { readonly state: { readonly data?: TransactionStatus | undefined } }) =>
      state.data?.state === 'included' ? (false as const) : pollMs,
  };
  return useQuery({ ...query, ...options }, queryClient);
}

const pollMs = 2_000;
