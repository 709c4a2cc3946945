import { refused } from '../../../contract/refusals.js';
import type { deleteWalletAccounts } from '../../../contract/wallets.js';
import type { ActivityHandler } from '../pipeline/execution.js';

/** Accounts: whoever has the wallet's words has them still. */
export const deleteWalletAccountsHandler: ActivityHandler<typeof deleteWalletAccounts> = {
  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { walletAccountIds, deleteWithoutExport = false } = parameters;
    const accounts = await transaction
      .selectFrom('wallet_accounts')
      .select('wallet_id')
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', 'in', walletAccountIds)
      .execute();
    if (accounts.length < walletAccountIds.length) throw refused('WALLET_ACCOUNT_NOT_FOUND');
    const kept = await transaction
      .selectFrom('wallets')
      .select('wallet_id')
      .where('organization_id', '=', organization_id)
      .where('wallet_id', 'in', [...new Set(accounts.map(({ wallet_id }) => wallet_id))])
      .where('exported', '=', 0)
      .limit(1)
      .executeTakeFirst();
    if (kept && !deleteWithoutExport) throw refused('NOT_EXPORTED');
    await transaction
      .deleteFrom('wallet_accounts')
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', 'in', walletAccountIds)
      .execute();
    return { walletAccountIds };
  },
};
