import type { Kysely } from 'kysely';
import type { exportPrivateKey, exportWallet, exportWalletAccount } from '../../../contract/exports.js';
import { RefusedError, refused } from '../../../contract/refusals.js';
import { sealExportBundle } from '../../../crypto/bundles.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { fromHex } from '../../../crypto/hex.js';
import { KeyError } from '../../../crypto/keyError.js';
import { compressPoint } from '../../../crypto/p256.js';
import { trustKey } from '../../configuration/trustKeys.js';
import type { Tables } from '../../store/schema.js';
import { sealedColumns } from '../../store/sealedColumns.js';
import { withSecret } from '../../wipe.js';
import type { ActivityHandler, ParametersOf, Preparation, RequestedBy } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { walletFacts } from '../policy/context.js';
import { checkPrivateKeys, findPrivateKeys, privateKeyContext } from '../records/privateKeys.js';
import { findWallet, seedContext } from '../records/wallets.js';
import { privateKeyFacts, signerContext } from '../signers/contexts.js';
import { type FoundSigner, findSigner, withVaultSigner } from '../signers/signers.js';

/** A wallet's mnemonic, sealed to the requester. */
const exportWalletHandler: ActivityHandler<typeof exportWallet, string> = {
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

/** The key of an account, named by its address as for signing; its id distinguishes accounts with the same address. */
type Prepared = { readonly walletAccountId: string; readonly exportBundle: string };

/** The private key of an account, sealed to the requester. */
const exportWalletAccountHandler: ActivityHandler<typeof exportWalletAccount, Prepared> = {
  async prepare(request, preparation) {
    const { parameters, organization } = request;
    checkTarget(parameters.targetPublicKey);
    const { organization_id } = organization;
    const found = await preparation.read((db) => accountAt(db, organization_id, parameters.address));
    const exportBundle = await withVaultSigner(preparation.tools, found, ({ secretKey }) =>
      sealExport(request, preparation, secretKey),
    );
    return { walletAccountId: found.context.id, exportBundle };
  },

  async checkEvidence({ parameters }) {
    checkTarget(parameters.targetPublicKey);
  },

  async contexts({ parameters, organization }, db, _wanted, reading) {
    const { context } = await signerContext(db, organization, parameters.address, reading);
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

/** A private key that belongs to no wallet, sealed to the requester. */
const exportPrivateKeyHandler: ActivityHandler<typeof exportPrivateKey, string> = {
  async prepare(request, preparation) {
    const { parameters, organization } = request;
    checkTarget(parameters.targetPublicKey);
    const { privateKeyId } = parameters;
    const { organization_id } = organization;
    const [key] = await preparation.read((db) => checkPrivateKeys(db, organization_id, [privateKeyId]));
    if (!key) throw refused('PRIVATE_KEY_NOT_FOUND');
    const secret = await preparation.tools.sealer.open(
      privateKeyContext(organization_id, privateKeyId),
      key.sealed_key,
    );
    return withSecret(secret, (secretKey) => sealExport(request, preparation, secretKey));
  },

  async checkEvidence({ parameters }) {
    checkTarget(parameters.targetPublicKey);
  },

  async contexts({ parameters: { privateKeyId }, organization: { organization_id } }, db) {
    const [key] = await findPrivateKeys(db, organization_id, [privateKeyId]);
    return [key ? { private_key: await privateKeyFacts(db, organization_id, privateKeyId) } : {}];
  },

  async execute({ parameters: { privateKeyId }, prepared }, { transaction, organization, nowMs }) {
    const marked = await transaction
      .updateTable('private_keys')
      .set({ exported: 1, updated_at_ms: nowMs })
      .where('organization_id', '=', organization.organization_id)
      .where('private_key_id', '=', privateKeyId)
      .returning('private_key_id')
      .executeTakeFirst();
    if (!marked) throw refused('PRIVATE_KEY_NOT_FOUND');
    return done({ privateKeyId, exportBundle: prepared });
  },
};

/** The parameter of every export: its target key. */
type ExportRequest = Pick<RequestedBy, 'organization'> & { readonly parameters: { readonly targetPublicKey: string } };

/** Seals a secret to the requester, and signs the bundle. @throws {RefusedError} PUBLIC_KEY_INVALID */
async function sealExport(
  { parameters: { targetPublicKey }, organization }: ExportRequest,
  { tools, read }: Pick<Preparation, 'tools' | 'read'>,
  plaintext: Bytes,
): Promise<string> {
  const recipientPublicKey = checkTarget(targetPublicKey);
  const signer = await read((db) => trustKey(tools, db, organization, 'signer'));
  return sealExportBundle({ plaintext, recipientPublicKey, organizationId: organization.organization_id }, signer);
}

/** @returns 65 bytes, on the curve. @throws {RefusedError} PUBLIC_KEY_INVALID */
function checkTarget(targetPublicKey: string): Bytes {
  const point = fromHex(targetPublicKey);
  try {
    compressPoint(point);
  } catch (error) {
    throw error instanceof KeyError ? refused('PUBLIC_KEY_INVALID') : error;
  }
  return point;
}

export const exportsHandlers = {
  exportPrivateKey: exportPrivateKeyHandler,
  exportWallet: exportWalletHandler,
  exportWalletAccount: exportWalletAccountHandler,
};
