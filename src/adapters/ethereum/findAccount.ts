import type { Client } from '../../client/createClient.js';
import type { CallOptions } from '../../client/signer.js';
import type { WalletAccount } from '../../contract/shapes.js';
import { everyAccount } from '../everyAccount.js';
import { EthereumError } from './ethereumError.js';

/**
 * The account of an address.
 *
 * @param address - in any case.
 * @throws {EthereumError} WALLET_ACCOUNT_NOT_FOUND
 */
export async function findAccount(client: Client, address: string, options: CallOptions): Promise<WalletAccount> {
  for await (const account of everyAccount(client, options))
    if (account.address.toLowerCase() === address.toLowerCase()) return account;
  throw new EthereumError(
    'WALLET_ACCOUNT_NOT_FOUND',
    `The logged-in person has no account with the address ${address}.`,
  );
}
