'use client';
import {
  type InfiniteData,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { Wallet, WalletAccount } from '../contract/shapes.js';
import {
  createWallet,
  createWalletAccounts,
  deleteWalletAccounts,
  deleteWallets,
  updateWallet,
  updateWalletAccountName,
} from '../contract/wallets.js';
import {
  getWallet,
  getWalletAccount,
  type ListWalletAccountsResponse,
  type ListWalletsResponse,
  listWalletAccounts,
  listWallets,
} from '../contract/wallets.queries.js';
import type { Session } from '../sessions/session.js';
import { useKit } from './context.js';
import type { HookError, QueryHookOptions } from './hookTypes.js';
import { type WalletAccountsRequest, walletAccountsQueryOptions, walletsQueryOptions } from './queries.js';
import type { QueryKey } from './queryKeys.js';
import { activityHook, queryHook } from './rowHooks.js';
import { useSelection } from './useSelection.js';
import { useSession } from './useSession.js';

/** The wallets of the organization. {@link listWallets} */
export const useListWallets = queryHook('useListWallets', listWallets);
/** One page of the accounts of a wallet, or of all wallets. {@link listWalletAccounts} */
export const useListWalletAccounts = queryHook('useListWalletAccounts', listWalletAccounts);
/** Creates a wallet from a fresh mnemonic. {@link createWallet} */
export const useCreateWallet = activityHook('useCreateWallet', createWallet);
/** Derives further accounts of a wallet. {@link createWalletAccounts} */
export const useCreateWalletAccounts = activityHook('useCreateWalletAccounts', createWalletAccounts);
/** A wallet by id. {@link getWallet} */
export const useGetWallet = queryHook('useGetWallet', getWallet);
/** An account of a wallet by its address or its path. {@link getWalletAccount} */
export const useGetWalletAccount = queryHook('useGetWalletAccount', getWalletAccount);
/** Renames a wallet. {@link updateWallet} */
export const useUpdateWallet = activityHook('useUpdateWallet', updateWallet);
/** Renames an account. {@link updateWalletAccountName} */
export const useUpdateWalletAccountName = activityHook('useUpdateWalletAccountName', updateWalletAccountName);
/** Deletes wallets for good. {@link deleteWallets} */
export const useDeleteWallets = activityHook('useDeleteWallets', deleteWallets);
/** Deletes accounts of wallets. {@link deleteWalletAccounts} */
export const useDeleteWalletAccounts = activityHook('useDeleteWalletAccounts', deleteWalletAccounts);

/** The logged-in person's wallets, oldest first. {@link listWallets} */
export function useWallets<Data = readonly Wallet[]>({
  session: given,
  select,
  ...options
}: Omit<QueryHookOptions<ListWalletsResponse, Data>, 'select'> & {
  readonly select?: (wallets: readonly Wallet[]) => Data;
} = {}): UseQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const selection = useSelection(walletsOf, select);
  return useQuery({ ...walletsQueryOptions(client, given ?? active), ...options, select: selection }, queryClient);
}

/** The options of {@link useWalletAccounts}: those of `useInfiniteQuery`, and the session. */
export interface WalletAccountsOptions<Data>
  extends Omit<
    UseInfiniteQueryOptions<ListWalletAccountsResponse, HookError, Data, QueryKey, string | undefined>,
    'queryKey' | 'queryFn' | 'select' | 'initialPageParam' | 'getNextPageParam'
  > {
  readonly select?: (accounts: readonly WalletAccount[]) => Data;
  readonly session?: Session | undefined;
}

/**
 * The accounts of a wallet, or of all wallets, oldest first: `data` has all pages so far, `fetchNextPage` requests the next.
 * {@link listWalletAccounts}
 */
export function useWalletAccounts<Data = readonly WalletAccount[]>(
  request: WalletAccountsRequest = {},
  { session: given, select, ...options }: WalletAccountsOptions<Data> = {},
): UseInfiniteQueryResult<Data, HookError> {
  const { client, queryClient } = useKit();
  const { session: active } = useSession();
  const selection = useSelection(accountsOf, select);
  const query = walletAccountsQueryOptions(client, request, given ?? active);
  return useInfiniteQuery({ ...query, ...options, select: selection }, queryClient);
}

// A constant function, so that the cache does not select again.
const walletsOf = ({ wallets }: ListWalletsResponse): readonly Wallet[] => wallets;
const accountsOf = ({ pages }: InfiniteData<ListWalletAccountsResponse>): readonly WalletAccount[] =>
  pages.flatMap(({ accounts }) => accounts);
