import type { Wallet } from '../../../../contract/shapes.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { listWallets } from '../../../../contract/wallets.queries.js';
import type { Row } from '../../../store/schema.js';
import type { AnswerQuery } from '../../engine/handler.js';

/** Oldest first. */
export const answerListWallets: AnswerQuery<typeof listWallets> = async ({ organizationId }, { db }) => {
  const wallets = await db
    .selectFrom('wallets')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('ordinal')
    .execute();
  return { wallets: wallets.map(writeWallet) };
};

/** A wallet as the wire has it. */
export const writeWallet = (wallet: Row<'wallets'>): Wallet => ({
  walletId: wallet.wallet_id,
  walletName: wallet.wallet_name,
  createdAt: timestampOf(wallet.created_at_ms),
  updatedAt: timestampOf(wallet.updated_at_ms),
  exported: wallet.exported === 1,
  imported: wallet.imported === 1,
});
