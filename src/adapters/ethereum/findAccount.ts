import { askProved } from '../../client/askProved.js';
import type { Client } from '../../client/createClient.js';
import type { CallOptions } from '../../client/signer.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { listWalletAccounts } from '../../contract/wallets.queries.js';
import { EthereumError } from './ethereumError.js';

/**
 * The account of an address, page by page.
 *
 * @param address - in any case.
 * @throws {EthereumError} WALLET_ACCOUNT_NOT_FOUND
 */
export async function findAccount(client: Client, address: string, options: CallOptions): Promise<WalletAccount> {
  const isMeant = (account: WalletAccount) => account.address.toLowerCase() === address.toLowerCase();
  let after: string | undefined;
  do {
    const paginationOptions = { limit: String(mostOnAPage), ...(after !== undefined && { after }) };
    const { accounts } = await askProved(client, listWalletAccounts, { paginationOptions }, options);
    const found = accounts.find(isMeant);
    if (found) return found;
    after = accounts.length < mostOnAPage ? undefined : accounts.at(-1)?.walletAccountId;
  } while (after !== undefined);
  throw new EthereumError(
    'WALLET_ACCOUNT_NOT_FOUND',
    `The logged-in person has no account with the address ${address}.`,
  );
}

const mostOnAPage = 100;
