'use client';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { chainOf } from '../adapters/ethereum/providerState.js';
import { readBalances } from '../adapters/state/readBalances.js';
import type { Balance, Chain, ReadBalances } from '../client/chains.js';
import type { Client } from '../client/createClient.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import { answerKey, type QueryKey } from './queryKeys.js';
import type { EthereumHookError } from './sending.js';
import { useSession } from './useSession.js';

/** Whose balances, and on which chain of the settings' `chains`. */
export type BalancesRequest = { readonly address: string; readonly chainId: Chain['id'] };

/** The options of {@link useBalances}: those of `useQuery`, and where balances come from. */
export interface BalancesOptions<Data = readonly Balance[]>
  extends Omit<UseQueryOptions<readonly Balance[], EthereumHookError, Data, QueryKey>, 'queryKey' | 'queryFn'> {
  /** The app's own function. Default: `balances` of the settings, else the chain's node. */
  readonly balances?: ReadBalances | undefined;
}

/**
 * How much an address has: of the chain's coin, then of each token of the settings' `tokens` for that chain, in the smallest units. What
 * could not be read is `undefined`, and never 0. On Solana the coin alone is read.
 *
 * @param request - without one, nothing is requested.
 * @throws {EthereumError} (as `error`) CHAIN_NOT_KNOWN; whatever the app's own function throws
 * @example
 * const { data: [coin] = [] } = useBalances({ address, chainId: 8453 })
 * return coin?.amount !== undefined && <p>{formatUnits(coin.amount, coin.decimals)} {coin.symbol}</p>
 */
export function useBalances<Data = readonly Balance[]>(
  request: BalancesRequest | undefined,
  { balances, ...options }: BalancesOptions<Data> = {},
): UseQueryResult<Data, EthereumHookError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  const { address = '', chainId = 0 } = request ?? {};
  const query = {
    ...queryDefaults,
    queryKey: answerKey(client, session, 'balances', { address, chainId }),
    queryFn: () => balancesOf(client, { address, chainId }, balances),
    enabled: request !== undefined,
  };
  return useQuery({ ...query, ...options }, queryClient);
}

async function balancesOf(client: Client, { address, chainId }: BalancesRequest, own: ReadBalances | undefined) {
  const { chains = [], tokens = [] } = client.settings;
  const chain = chainOf(chains, chainId);
  const of = { address, chain, tokens: tokens.filter((token) => token.chainId === chainId) };
  const read = own ?? client.settings.balances;
  return read ? read(of) : readBalances(client, of);
}
