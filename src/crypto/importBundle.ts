import { BundleError, readingBundle } from './bundleError.js';
import type { Bytes } from './bytes.js';
import { readEnvelope, writeEnvelope } from './envelope.js';
import { fromHex, toHex } from './hex.js';
import { openBundle, type Sealed, sealBundle } from './hpke.js';
import { readJsonObject } from './json.js';
import { type AgreementKey, compressPoint, type Signer, type SigningKey } from './p256.js';

/** Who imports, and the pinned key of the signer: 65 bytes, lowercase hex. */
export type ImportExpectations = {
  readonly signerPublicKey: string;
  readonly organizationId: string;
  readonly userId: string;
};

/**
 * Seals words or a private key to the key that an import's beginning answered, once that is known to be the service's own, made for this
 * user of this organization.
 *
 * @param importBundle - of `init_import_wallet` or `init_import_private_key`.
 * @param plaintext - what `writeWalletSecret` writes, or a private key's 32 bytes; the caller's to overwrite.
 * @returns the `encryptedBundle` of `import_wallet` or `import_private_key`.
 * @throws {BundleError} BUNDLE_MALFORMED, BUNDLE_SIGNER_UNKNOWN, BUNDLE_SIGNATURE_INVALID, BUNDLE_FOR_ANOTHER
 * @see docs/wire.md 4 (c), (c')
 */
export async function sealImportBundle(
  importBundle: string,
  plaintext: Bytes,
  { signerPublicKey, organizationId, userId }: ImportExpectations,
): Promise<string> {
  const data = await readEnvelope(importBundle, signerPublicKey);
  if (data.organizationId !== organizationId || data.userId !== userId) {
    throw new BundleError('BUNDLE_FOR_ANOTHER', 'This import was begun by another user, or in another organization.');
  }
  const recipient = await readingBundle(() => readPoint(data.targetPublic));
  const { enc, ciphertext } = await sealBundle({ recipient, plaintext });
  return JSON.stringify({ encappedPublic: toHex(enc), ciphertext: toHex(ciphertext) });
}

/**
 * What {@link sealImportBundle} sealed.
 *
 * @throws {BundleError} BUNDLE_MALFORMED
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openImportBundle(bundle: string, recipient: AgreementKey): Promise<Bytes> {
  return openBundle({ recipient, ...(await readImportBundle(bundle)) });
}

/**
 * The parts of an `encryptedBundle`: a JSON object of these two members, in hex, and no others.
 *
 * @throws {BundleError} BUNDLE_MALFORMED
 */
async function readImportBundle(bundle: string): Promise<Sealed> {
  return readingBundle(() => {
    const members = readJsonObject(bundle);
    const { encappedPublic, ciphertext } = members;
    if (Object.keys(members).length !== 2 || typeof ciphertext !== 'string') throw malformed();
    return { enc: readPoint(encappedPublic), ciphertext: fromHex(ciphertext) };
  });
}

/**
 * The signed envelope that an import begins with.
 *
 * @param targetPublicKey - 65 bytes, SEC 1 uncompressed.
 */
export async function writeImportTarget(
  {
    targetPublicKey,
    organizationId,
    userId,
  }: { readonly targetPublicKey: Bytes; readonly organizationId: string; readonly userId: string },
  signer: SigningKey | Signer,
): Promise<string> {
  return writeEnvelope({ targetPublic: toHex(targetPublicKey), organizationId, userId }, signer);
}

/** @returns 65 bytes, on the curve. */
function readPoint(hex: unknown): Bytes {
  const point = typeof hex === 'string' ? fromHex(hex) : undefined;
  if (point?.length !== 65) throw malformed();
  compressPoint(point);
  return point;
}

function malformed(): BundleError {
  return new BundleError('BUNDLE_MALFORMED', 'A bundle lacks a member, or one of its parts has a wrong length.');
}
