import { askProved } from '../client/askProved.js';
import type { Client } from '../client/createClient.js';
import type { CallOptions } from '../client/signer.js';
import type { WalletAccount } from '../contract/shapes.js';
import { listWalletAccounts } from '../contract/wallets.queries.js';

/** All accounts of a person, of all chains, the oldest first, page by page. */
export async function* everyAccount(client: Client, options: CallOptions): AsyncGenerator<WalletAccount> {
  let after: string | undefined;
  do {
    const paginationOptions = { limit: String(mostOnAPage), ...(after !== undefined && { after }) };
    const { accounts } = await askProved(client, listWalletAccounts, { paginationOptions }, options);
    yield* accounts;
    after = accounts.length < mostOnAPage ? undefined : accounts.at(-1)?.walletAccountId;
  } while (after !== undefined);
}

const mostOnAPage = 100;
