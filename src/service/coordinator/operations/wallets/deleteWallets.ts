import { refused } from '../../../../contract/refusals.js';
import type { deleteWallets } from '../../../../contract/wallets.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { walletFacts } from '../../policy/walletFacts.js';

/** Wallets and their accounts, for good. */
export const deleteWalletsHandler: ActivityHandler<typeof deleteWallets> = {
  async contexts({ parameters: { walletIds }, organization: { organization_id } }, db) {
    const wallets = await db
      .selectFrom('wallets')
      .select(['wallet_id', 'wallet_name', 'imported', 'exported'])
      .where('organization_id', '=', organization_id)
      .where('wallet_id', 'in', walletIds)
      .execute();
    return [{ wallets: wallets.map(walletFacts) }];
  },

  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { walletIds, deleteWithoutExport = false } = parameters;
    const wallets = await transaction
      .selectFrom('wallets')
      .select('exported')
      .where('organization_id', '=', organization_id)
      .where('wallet_id', 'in', walletIds)
      .execute();
    if (wallets.length < walletIds.length) throw refused('WALLET_NOT_FOUND');
    if (!deleteWithoutExport && wallets.some(({ exported }) => exported === 0)) throw refused('NOT_EXPORTED');
    for (const table of ['wallet_accounts', 'wallets'] as const) {
      await transaction
        .deleteFrom(table)
        .where('organization_id', '=', organization_id)
        .where('wallet_id', 'in', walletIds)
        .execute();
    }
    return done({ walletIds });
  },
};
