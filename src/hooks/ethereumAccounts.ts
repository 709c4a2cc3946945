'use client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EthereumAccount } from '../adapters/ethereum/account.js';
import { EthereumError } from '../adapters/ethereum/ethereumError.js';
import { toAccount } from '../adapters/ethereum/toAccount.js';
import { everyAccount } from '../adapters/everyAccount.js';
import type { Client } from '../client/createClient.js';
import type { CallOptions } from '../client/signer.js';
import type { WalletAccount } from '../contract/shapes.js';
import { listWalletAccounts } from '../contract/wallets.queries.js';
import { useKit } from './context.js';
import { queryDefaults } from './defaults.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { answerKey } from './queryKeys.js';
import { useSession } from './useSession.js';

/** The options of {@link useAccountOf}: those of `useQuery`, the session, and viem's `nonceManager`. */
export interface AccountOfOptions<NonceManager>
  extends Omit<QueryHookOptions<WalletAccount, EthereumAccount<NonceManager>>, 'select'> {
  readonly nonceManager?: NonceManager | undefined;
}

/**
 * The account of an address of the logged-in person, as viem takes it: the same value as long as the person and the options are the same.
 * Without an address nothing is requested.
 *
 * @throws {EthereumError} (as `error`) WALLET_ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ETHEREUM
 * @example
 * const { data: account } = useAccountOf(address)
 * const wallet = account && createWalletClient({ account, chain: mainnet, transport: http() })
 */
export function useAccountOf<NonceManager = undefined>(
  address: string | undefined,
  { session: given, nonceManager, ...options }: AccountOfOptions<NonceManager> = {},
): UseQueryResult<EthereumAccount<NonceManager>, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const session = given ?? active;
  const select = useCallback(
    (account: WalletAccount) => toAccount(client, account, { session, nonceManager }),
    [client, session, nonceManager],
  );
  const query = {
    ...queryDefaults,
    queryKey: [...answerKey(client, session, listWalletAccounts.name), 'of', address?.toLowerCase() ?? null],
    queryFn: ({ signal }: { signal: AbortSignal }) => findAccount(client, address ?? '', { signal, session }),
    enabled: session !== undefined && address !== undefined,
  };
  return useQuery({ ...query, ...options, select }, queryClient);
}

/**
 * The account of an address.
 *
 * @param address - in any case.
 * @throws {EthereumError} WALLET_ACCOUNT_NOT_FOUND
 */
async function findAccount(client: Client, address: string, options: CallOptions): Promise<WalletAccount> {
  for await (const account of everyAccount(client, options))
    if (account.address.toLowerCase() === address.toLowerCase()) return account;
  throw new EthereumError(
    'WALLET_ACCOUNT_NOT_FOUND',
    `The logged-in person has no account with the address ${address}.`,
  );
}
