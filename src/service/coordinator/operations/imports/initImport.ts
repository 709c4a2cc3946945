import type { initImportPrivateKey, initImportWallet } from '../../../../contract/imports.js';
import { refused } from '../../../../contract/refusals.js';
import { fromHex, toHex } from '../../../../crypto/hex.js';
import { writeImportTarget } from '../../../../crypto/importBundle.js';
import { decompressPoint } from '../../../../crypto/p256.js';
import { makeKeyPair, trustKey } from '../../../configuration/trustKeys.js';
import type { Row } from '../../../store/schema.js';
import type { ActivityHandler, Preparation, RequestedBy } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { type ImportPurpose, keepTarget, targetContext, targetName } from '../../records/imports.js';
import { findUser } from '../../records/users.js';

export const initImportWalletHandler: ActivityHandler<typeof initImportWallet, PreparedTarget> = {
  prepare: ({ parameters, ...by }, preparation) => prepareTarget('WALLET', { ...parameters, ...by }, preparation),
  execute: async ({ prepared }, { transaction }) => done(await keep(transaction, prepared)),
};

export const initImportPrivateKeyHandler: ActivityHandler<typeof initImportPrivateKey, PreparedTarget> = {
  prepare: ({ parameters, ...by }, preparation) => prepareTarget('PRIVATE_KEY', { ...parameters, ...by }, preparation),
  execute: async ({ prepared }, { transaction }) => done(await keep(transaction, prepared)),
};

/** A target that is not stored yet, and its signed envelope. */
type PreparedTarget = { readonly row: Row<'import_targets'>; readonly importBundle: string };

const lifetimeMs = 60 * 60_000;

/** A fresh key, its private half sealed, its public half signed. @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED */
async function prepareTarget(
  purpose: ImportPurpose,
  { userId, caller, organization }: RequestedBy & { readonly userId: string },
  { tools, read, nowMs }: Preparation,
): Promise<PreparedTarget> {
  await checkOwn(userId, { caller }, { read });
  const organizationId = organization.organization_id;
  const place = { organization_id: organizationId, target: targetName({ purpose, userId }) };
  const { publicKey, sealed } = await makeKeyPair(tools, (secret) => tools.sealer.seal(targetContext(place), secret));
  const targetPublicKey = decompressPoint(fromHex(publicKey));
  const signer = await read((db) => trustKey(tools, db, organization, 'signer'));
  return {
    row: { ...place, public_key: toHex(targetPublicKey), sealed_key: sealed, expires_at_ms: nowMs + lifetimeMs },
    importBundle: await writeImportTarget({ targetPublicKey, organizationId, userId }, signer),
  };
}

async function keep(
  transaction: Parameters<typeof keepTarget>[0],
  { row, importBundle }: PreparedTarget,
): Promise<{ importBundle: string }> {
  await keepTarget(transaction, row);
  return { importBundle };
}

/** Users import for themselves only. @throws {RefusedError} USER_NOT_FOUND, NOT_AUTHORIZED */
export async function checkOwn(
  userId: string,
  { caller }: Pick<RequestedBy, 'caller'>,
  { read }: Pick<Preparation, 'read'>,
): Promise<void> {
  const { organization_id, user_id } = caller.user;
  if (userId === user_id) return;
  if (!(await read((db) => findUser(db, organization_id, userId)))) throw refused('USER_NOT_FOUND');
  throw refused('NOT_AUTHORIZED', { about: 'userId is another user' });
}
