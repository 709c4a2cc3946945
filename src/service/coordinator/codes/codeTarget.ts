import { type RefusedError, refused } from '../../../contract/refusals.js';
import { BundleError } from '../../../crypto/bundleError.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { openCode, type SealedCode, writeCodeTarget } from '../../../crypto/codeBundles.js';
import { fromHex } from '../../../crypto/hex.js';
import { HpkeError } from '../../../crypto/hpke.js';
import { decompressPoint, importAgreementKey } from '../../../crypto/p256.js';
import { makeKeyPair, trustKey } from '../../configuration/trustKeys.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';
import type { Tools } from '../../tools.js';
import { withSecret } from '../../wipe.js';
import type { Organization } from '../callers/caller.js';
import type { Preparation } from '../engine/handlers/handler.js';

/** The key pair of one code that is yet to be drawn: its private half sealed, its public half in a signed envelope. */
export type CodeTarget = { readonly otpId: string; readonly sealedKey: Bytes; readonly bundle: string };

/** Makes the key that one code is to be sealed to when it comes back. */
export async function makeCodeTarget(
  { tools, read, nowMs }: Pick<Preparation, 'tools' | 'read' | 'nowMs'>,
  organization: Organization,
): Promise<CodeTarget> {
  const { organization_id: organizationId } = organization;
  const otpId = tools.newTimedId(nowMs);
  const { publicKey, sealed } = await makeKeyPair(tools, (secret) =>
    tools.sealer.seal(placeOf(organizationId, otpId), secret),
  );
  const targetPublicKey = decompressPoint(fromHex(publicKey));
  const signer = await read((db) => trustKey(tools, db, organization, 'tls_fetcher_sign'));
  const bundle = await writeCodeTarget({ targetPublicKey, organizationId, otpId }, signer);
  return { otpId, sealedKey: sealed, bundle };
}

/**
 * Opens a code that was sealed to its key. Nothing is compared yet, so that a bundle that does not open counts no attempt.
 *
 * @param sealedKey - `null` for a code that was requested without a key.
 * @throws {RefusedError} OTP_BUNDLE_INVALID
 */
export async function openTypedCode(
  { sealer }: Pick<Tools, 'sealer'>,
  { organizationId, otpId, sealedKey }: { organizationId: string; otpId: string; sealedKey: Bytes | null },
  bundle: string,
): Promise<SealedCode> {
  if (sealedKey === null) throw notForThis();
  const secret = await sealer.open(placeOf(organizationId, otpId), sealedKey);
  const target = await withSecret(secret, importAgreementKey);
  try {
    return await openCode(bundle, target);
  } catch (error) {
    throw error instanceof BundleError || error instanceof HpkeError ? notForThis(error) : error;
  }
}

const notForThis = (cause?: Error): RefusedError => refused('OTP_BUNDLE_INVALID', { cause });

const placeOf = (organizationId: string, otpId: string) => sealedPlace(sealedColumns.codeTarget, organizationId, otpId);
