import type { exportWallet } from '../../../../contract/exports.js';
import { refused } from '../../../../contract/refusals.js';
import { withSecret } from '../../../wipe.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { walletFacts } from '../../policy/walletFacts.js';
import { findWallet, seedContext } from '../../records/wallets.js';
import { checkTarget, sealExport } from './sealExport.js';

/** A wallet's mnemonic, sealed to the requester. */
export const exportWalletHandler: ActivityHandler<typeof exportWallet, string> = {
  async prepare(request, preparation) {
    const { parameters, organization } = request;
    checkParameters(parameters);
    const { organization_id } = organization;
    const wallet = await preparation.read((db) => findWallet(db, organization_id, parameters.walletId));
    if (!wallet) throw refused('WALLET_NOT_FOUND');
    const context = seedContext(organization_id, wallet.wallet_id);
    return withSecret(await preparation.tools.sealer.open(context, wallet.sealed_seed), (words) =>
      sealExport(request, preparation, words),
    );
  },

  async checkEvidence({ parameters }) {
    checkParameters(parameters);
  },

  async contexts({ parameters, organization }, db) {
    const wallet = await findWallet(db, organization.organization_id, parameters.walletId);
    return [wallet ? { wallet: walletFacts(wallet) } : {}];
  },

  async execute({ parameters: { walletId }, prepared }, { transaction, organization, nowMs }) {
    const marked = await transaction
      .updateTable('wallets')
      .set({ exported: 1, updated_at_ms: nowMs })
      .where('organization_id', '=', organization.organization_id)
      .where('wallet_id', '=', walletId)
      .returning('wallet_id')
      .executeTakeFirst();
    if (!marked) throw refused('WALLET_NOT_FOUND');
    return done({ walletId, exportBundle: prepared });
  },
};

/** @throws {RefusedError} PUBLIC_KEY_INVALID, MNEMONIC_LANGUAGE_NOT_SUPPORTED */
function checkParameters({
  targetPublicKey,
  language = 'MNEMONIC_LANGUAGE_ENGLISH',
}: ParametersOf<typeof exportWallet>) {
  checkTarget(targetPublicKey);
  if (language !== 'MNEMONIC_LANGUAGE_ENGLISH') throw refused('MNEMONIC_LANGUAGE_NOT_SUPPORTED', { about: language });
}
