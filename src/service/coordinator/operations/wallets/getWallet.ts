import { refused } from '../../../../contract/refusals.js';
import type { getWallet } from '../../../../contract/wallets.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { findWallet } from '../../records/wallets.js';
import { writeWallet } from './listWallets.js';

/** One of them. */
export const answerGetWallet: AnswerQuery<typeof getWallet> = async ({ organizationId, walletId }, { db }) => {
  const wallet = await findWallet(db, organizationId, walletId);
  if (!wallet) throw refused('WALLET_NOT_FOUND');
  return { wallet: writeWallet(wallet) };
};
