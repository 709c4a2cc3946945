import { refused } from '../../../../contract/refusals.js';
import type { Wallet } from '../../../../contract/shapes.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { createWallet, deleteWallets, updateWallet } from '../../../../contract/wallets.js';
import type { getWallet, listWallets } from '../../../../contract/wallets.queries.js';
import { derivationCounter } from '../../../limits/derivations.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, AnswerQuery } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { walletFacts } from '../../policy/context.js';
import { derivedAccount, prepareWallet } from '../../preparedKeys/preparedWallet.js';
import { deleteProofsOf } from '../../records/proofs.js';
import { checkWallet, checkWalletName, findWallet, keepWallet, type PreparedWallet } from '../../records/wallets.js';

/** A wallet with fresh words and its accounts. */
const createWalletHandler: ActivityHandler<typeof createWallet, PreparedWallet> = {
  async prepare({ parameters, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const organizationId = organization.organization_id;
    await read((db) => checkWallet(db, organizationId, parameters));
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), parameters.accounts.length);
    return prepareWallet(tools, { organizationId, nowMs }, parameters);
  },

  derived: ({ accounts }) => accounts.map(derivedAccount),

  async execute({ parameters, prepared }, { transaction, organization }) {
    await checkWallet(transaction, organization.organization_id, parameters);
    const { accounts } = prepared;
    return done(await keepWallet(transaction, prepared), { rows: accounts, derived: accounts.map(derivedAccount) });
  },
};

/** A wallet's name. */
const updateWalletHandler: ActivityHandler<typeof updateWallet> = {
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

/** Wallets and their accounts, for good. */
const deleteWalletsHandler: ActivityHandler<typeof deleteWallets> = {
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
    await deleteProofsOf(transaction, organization_id, { walletIds });
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

/** One of them. */
const answerGetWallet: AnswerQuery<typeof getWallet> = async ({ organizationId, walletId }, { db }) => {
  const wallet = await findWallet(db, organizationId, walletId);
  if (!wallet) throw refused('WALLET_NOT_FOUND');
  return { wallet: writeWallet(wallet) };
};

/** Oldest first. */
const answerListWallets: AnswerQuery<typeof listWallets> = async ({ organizationId }, { db }) => {
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

export const walletHandlers = {
  createWallet: createWalletHandler,
  updateWallet: updateWalletHandler,
  deleteWallets: deleteWalletsHandler,
};

export const walletAnswers = {
  getWallet: answerGetWallet,
  listWallets: answerListWallets,
};
