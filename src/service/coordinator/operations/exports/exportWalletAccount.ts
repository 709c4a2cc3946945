import type { Kysely } from 'kysely';
import type { exportWalletAccount } from '../../../../contract/exports.js';
import { RefusedError, refused } from '../../../../contract/refusals.js';
import type { Tables } from '../../../store/schema.js';
import { sealedColumns } from '../../../store/sealedColumns.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { signerContext } from '../../signers/contexts.js';
import { type FoundSigner, findSigner, withSigner } from '../../signers/signers.js';
import { checkTarget, sealExport } from './sealExport.js';

/** The key of an account, named by its address as for signing; its id distinguishes accounts with the same address. */
type Prepared = { readonly walletAccountId: string; readonly exportBundle: string };

/** The private key of an account, sealed to the requester. */
export const exportWalletAccountHandler: ActivityHandler<typeof exportWalletAccount, Prepared> = {
  async prepare(request, preparation) {
    const { parameters, organization } = request;
    checkTarget(parameters.targetPublicKey);
    const { organization_id } = organization;
    const found = await preparation.read((db) => accountAt(db, organization_id, parameters.address));
    const exportBundle = await withSigner(preparation.tools, found, ({ secretKey }) =>
      sealExport(request, preparation, secretKey),
    );
    return { walletAccountId: found.context.id, exportBundle };
  },

  async checkEvidence({ parameters }) {
    checkTarget(parameters.targetPublicKey);
  },

  async contexts({ parameters, organization }, db) {
    const { context } = await signerContext(db, organization, parameters.address);
    return ['wallet_account' in context ? context : {}];
  },

  async execute({ prepared: { walletAccountId, exportBundle } }, { transaction, organization }) {
    const marked = await transaction
      .updateTable('wallet_accounts')
      .set({ key_exported: 1 })
      .where('organization_id', '=', organization.organization_id)
      .where('wallet_account_id', '=', walletAccountId)
      .returning('address')
      .executeTakeFirst();
    if (!marked) throw refused('WALLET_ACCOUNT_NOT_FOUND');
    return done({ address: marked.address, exportBundle });
  },
};

/** @throws {RefusedError} WALLET_ACCOUNT_NOT_FOUND */
async function accountAt(db: Kysely<Tables>, organizationId: string, address: string): Promise<FoundSigner> {
  const found = await findSigner(db, organizationId, address).catch((error: unknown) => {
    throw error instanceof RefusedError ? refused('WALLET_ACCOUNT_NOT_FOUND') : error;
  });
  // A private key of its own has addresses, too.
  if (found.context.purpose !== sealedColumns.accountKey.purpose) throw refused('WALLET_ACCOUNT_NOT_FOUND');
  return found;
}
