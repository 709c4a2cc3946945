import { ask } from '../client/ask.js';
import { onlyProved } from '../client/askProved.js';
import type { Client } from '../client/createClient.js';
import type { CallOptions } from '../client/signer.js';
import type { AnswerOf } from '../contract/row.js';
import type { WalletAccount } from '../contract/shapes.js';
import { listWalletAccounts } from '../contract/wallets.queries.js';

/**
 * All accounts of a person, of all chains, the oldest first, page by page. One that is held back, since its proof is missing, ends no list.
 * A list that comes back to where it was ends: whoever waits for all of it would wait for ever.
 */
export async function* everyAccount(client: Client, options: CallOptions): AsyncGenerator<WalletAccount> {
  const ends = new Set<string>();
  let after: string | undefined;
  do {
    const { accounts, next } = await accountsPage(client, { size: mostOnAPage, after }, options);
    yield* accounts;
    after = next !== undefined && ends.has(next) ? undefined : next;
    if (after !== undefined) ends.add(after);
  } while (after !== undefined);
}

const mostOnAPage = 100;

/** A page of accounts, and where the next one begins: an account of this one that is held back counts, too. */
export type AccountsPage = AnswerOf<typeof listWalletAccounts> & { readonly next?: string | undefined };

/** @param place - of which wallet, how many, and behind which account. */
export async function accountsPage(
  client: Client,
  place: { readonly walletId?: string | undefined; readonly size: number; readonly after: string | undefined },
  options: CallOptions,
): Promise<AccountsPage> {
  const { walletId, size, after } = place;
  const paginationOptions = { limit: String(size), ...(after !== undefined && { after }) };
  const wallet = walletId === undefined ? {} : { walletId };
  const page = await ask(client, listWalletAccounts, { ...wallet, paginationOptions }, options);
  const next = page.accounts.length < size ? undefined : page.accounts.at(-1)?.walletAccountId;
  return { ...(await onlyProved(client, page, options)), next };
}
