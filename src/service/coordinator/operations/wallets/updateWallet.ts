import { refused } from '../../../../contract/refusals.js';
import type { updateWallet } from '../../../../contract/wallets.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { walletFacts } from '../../policy/walletFacts.js';
import { checkWalletName, findWallet } from '../../records/wallets.js';

/** A wallet's name. */
export const updateWalletHandler: ActivityHandler<typeof updateWallet> = {
  async contexts({ parameters: { walletId }, organization: { organization_id } }, db) {
    const wallet = await findWallet(db, organization_id, walletId);
    return [wallet ? { wallet: walletFacts(wallet) } : {}];
  },

  async execute({ parameters: { walletId, walletName } }, { transaction, nowMs, organization: { organization_id } }) {
    const wallet = await findWallet(transaction, organization_id, walletId);
    if (!wallet) throw refused('WALLET_NOT_FOUND');
    if (walletName === undefined || walletName === wallet.wallet_name) return done({ walletId });
    await checkWalletName(transaction, organization_id, walletName);
    await transaction
      .updateTable('wallets')
      .set({ wallet_name: walletName, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('wallet_id', '=', walletId)
      .execute();
    return done({ walletId });
  },
};
