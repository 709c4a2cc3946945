import { refused } from '../../../../contract/refusals.js';
import type { updateWalletAccountName } from '../../../../contract/wallets.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkAccountNames } from '../../records/wallets.js';

/** An account's name. */
export const updateWalletAccountNameHandler: ActivityHandler<typeof updateWalletAccountName> = {
  async execute({ parameters }, { transaction, nowMs, organization: { organization_id } }) {
    const { walletAccountId, name } = parameters;
    const account = await transaction
      .selectFrom('wallet_accounts')
      .select('name')
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', '=', walletAccountId)
      .executeTakeFirst();
    if (!account) throw refused('WALLET_ACCOUNT_NOT_FOUND');
    if (account.name === name) return done({ walletAccountId });
    await checkAccountNames(transaction, organization_id, [{ name }]);
    await transaction
      .updateTable('wallet_accounts')
      .set({ name, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('wallet_account_id', '=', walletAccountId)
      .execute();
    return done({ walletAccountId });
  },
};
