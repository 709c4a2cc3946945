'use client';
import { useCallback } from 'react';
import type { WalletAccount } from '../../contract/shapes.js';
import type { HookError } from '../../hooks/hookTypes.js';
import { useWalletAccounts } from '../../hooks/wallets.js';

/** The accounts of all wallets, as far as they are read. */
export type WalletAccounts = {
  readonly list: readonly WalletAccount[];
  readonly isRead: boolean;
  readonly hasMore: boolean;
  readonly isFetching: boolean;
  readonly error: HookError | undefined;
  readonly readMore: () => void;
  /** Reads all of them, anew. */
  readonly readAll: () => Promise<readonly WalletAccount[]>;
};

/** What is read, and whether there is more. */
type Pages = {
  readonly data: readonly WalletAccount[] | undefined;
  readonly error: HookError | null;
  readonly hasNextPage?: boolean;
};

/** Reads the accounts, fifty at a time. */
export function useAccounts(): WalletAccounts {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useWalletAccounts({ pageSize: 50 });
  const readMore = useCallback(() => void (data ? fetchNextPage() : refetch()), [data, fetchNextPage, refetch]);
  async function readAll(): Promise<readonly WalletAccount[]> {
    let now: Pages = await refetch();
    while (now.hasNextPage && !now.error) now = await fetchNextPage();
    if (now.error) throw now.error;
    return now.data ?? [];
  }
  return {
    list: data ?? none,
    isRead: data !== undefined,
    hasMore: hasNextPage,
    isFetching,
    error: isFetching ? undefined : (error ?? undefined),
    readMore,
    readAll,
  };
}

const none: readonly WalletAccount[] = [];
