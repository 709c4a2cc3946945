import { type AccountsPage, accountsPage } from '../adapters/everyAccount.js';
import type { Client } from '../client/createClient.js';
import { type Me, me } from '../client/flows/me.js';
import type { AnswerOf } from '../contract/row.js';
import { listWalletAccounts, listWallets } from '../contract/wallets.queries.js';
import type { Session } from '../sessions/session.js';
import { queryDefaults } from './defaults.js';
import { answerKey } from './queryKeys.js';
import { type AnswerOptions, rowQueryOptions, sessionQuery } from './rowQueryOptions.js';

/** The logged-in person, according to the service. */
export function userQueryOptions(client: Client, session: Session | undefined): AnswerOptions<Me> {
  return sessionQuery(client, session, 'me', {}, (signal) => me(client, { session, signal }));
}

/** The logged-in person's wallets. {@link listWallets} */
export function walletsQueryOptions(
  client: Client,
  session: Session | undefined,
): AnswerOptions<AnswerOf<typeof listWallets>> {
  return rowQueryOptions(client, listWallets, {}, session);
}

/** The wallet, and the page size. */
export type WalletAccountsRequest = {
  /** Default: those of all wallets. */
  readonly walletId?: string | undefined;
  /** 1 to 100, default 20. */
  readonly pageSize?: number | undefined;
};

/** The logged-in person's accounts, page by page. {@link listWalletAccounts} */
export function walletAccountsQueryOptions(
  client: Client,
  { walletId, pageSize = 20 }: WalletAccountsRequest,
  session: Session | undefined,
): Omit<AnswerOptions<AccountsPage>, 'queryFn'> & {
  readonly queryFn: (context: { signal: AbortSignal; pageParam: string | undefined }) => Promise<AccountsPage>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: AccountsPage) => string | undefined;
} {
  const wallet = walletId === undefined ? {} : { walletId };
  return {
    ...queryDefaults,
    queryKey: [...answerKey(client, session, listWalletAccounts.name, { ...wallet, pageSize }), 'pages'],
    queryFn: ({ signal, pageParam: after }) =>
      accountsPage(client, { walletId, size: pageSize, after }, { signal, session }),
    enabled: session !== undefined,
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
  };
}
