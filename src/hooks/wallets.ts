'use client';
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { type MessageToSign, signMessage } from '../client/flows/signMessage.js';
import type { AnswerOf } from '../contract/row.js';
import type { Wallet, WalletAccount } from '../contract/shapes.js';
import type { listWalletAccounts, listWallets } from '../contract/wallets.queries.js';
import type { LatchkeyError } from '../errors.js';
import { useKit } from './context.js';
import { mutationDefaults } from './defaults.js';
import { type WalletAccountsRequest, walletAccountsQueryOptions, walletsQueryOptions } from './queries.js';
import { useSession } from './session.js';

/** The wallets of who is logged in, oldest first. {@link listWallets} */
export function useWallets(): UseQueryResult<readonly Wallet[], LatchkeyError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return useQuery({ ...walletsQueryOptions(client, session), select: walletsOf }, queryClient);
}

/** The accounts of a wallet, or of all wallets, oldest first: `data` is those of all pages so far, `fetchNextPage` asks for more. */
export function useWalletAccounts(
  request: WalletAccountsRequest = {},
): UseInfiniteQueryResult<readonly WalletAccount[], LatchkeyError> {
  const { client, queryClient } = useKit();
  const { session } = useSession();
  return useInfiniteQuery({ ...walletAccountsQueryOptions(client, request, session), select: accountsOf }, queryClient);
}

/** Signs a text as Ethereum wallets do (EIP-191). {@link signMessage} */
export function useSignMessage(): UseMutationResult<string, LatchkeyError, MessageToSign> {
  const { client, queryClient } = useKit();
  return useMutation({ ...mutationDefaults, mutationFn: (message) => signMessage(client, message) }, queryClient);
}

// Named once, so that the cache knows them again and does not select anew.
const walletsOf = ({ wallets }: AnswerOf<typeof listWallets>) => wallets;
const accountsOf = ({ pages }: InfiniteData<AnswerOf<typeof listWalletAccounts>>) =>
  pages.flatMap(({ accounts }) => accounts);
