import { refused } from '../../../contract/refusals.js';
import type { createWalletAccounts } from '../../../contract/wallets.js';
import { deriveAccount } from '../../vault/account.js';
import { wipe } from '../../vault/wipe.js';
import type { Execute } from '../execution.js';
import { addAccounts, withSeed } from '../wallets.js';

/** Further accounts of a wallet, kept or only shown. */
export const executeCreateWalletAccounts: Execute<typeof createWalletAccounts> = async (parameters, execution) => {
  const { tools, transaction, organization, nowMs } = execution;
  const { walletId, accounts, persist = true } = parameters;
  const organizationId = organization.organization_id;
  const wallet = await transaction
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('wallet_id', '=', walletId)
    .executeTakeFirst();
  if (!wallet) throw refused('WALLET_NOT_FOUND');
  const addresses = await withSeed(tools, wallet, async (seed) => {
    if (persist) return addAccounts(tools, transaction, { organizationId, walletId, seed, nowMs }, accounts);
    const previewed: string[] = [];
    for (const account of accounts) {
      const { address, secretKey } = await deriveAccount(tools.primitives, seed, account);
      wipe(secretKey);
      previewed.push(address);
    }
    return previewed;
  });
  return { addresses };
};
