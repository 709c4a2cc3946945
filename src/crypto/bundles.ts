import { splitBase58Check, toBase58Check } from './base58.js';
import { BundleError, readingBundle } from './bundleError.js';
import { type Bytes, concat, fromUtf8, utf8 } from './bytes.js';
import { readEnvelope, writeEnvelope } from './envelope.js';
import { fromHex, toHex } from './hex.js';
import { openBundle, sealBundle } from './hpke.js';
import { openCompressed } from './openCompressed.js';
import { type AgreementKey, compressPoint, type Signer, type SigningKey } from './p256.js';

/**
 * The private key that a credential bundle carries: 32 bytes.
 *
 * Nobody signs such a bundle. Whoever opens it checks that its public key is one they expect.
 *
 * @param bundle - base58check of 81 bytes: the compressed encapsulated key, the ciphertext, its tag.
 * @throws {BundleError} BUNDLE_MALFORMED
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openCredentialBundle(bundle: string, recipient: AgreementKey): Promise<Bytes> {
  const { open, ciphertext } = await readingBundle(async () => {
    const { payload, verify } = splitBase58Check(bundle);
    if (payload.length !== 81) throw malformed();
    const [open] = await Promise.all([openCompressed(payload.slice(0, 33)), verify()]);
    return { open, ciphertext: payload.slice(33) };
  });
  return open({ recipient, ciphertext });
}

/**
 * Seals a private key for its owner, as {@link openCredentialBundle} reads it.
 *
 * @param privateKey - 32 bytes.
 * @param recipientPublicKey - 65 bytes, SEC 1 uncompressed.
 * @throws {BundleError} BUNDLE_MALFORMED when `privateKey` is not 32 bytes.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function sealCredentialBundle(privateKey: Bytes, recipientPublicKey: Bytes): Promise<string> {
  if (privateKey.length !== 32) throw malformed();
  const { enc, ciphertext } = await sealBundle({ recipient: recipientPublicKey, plaintext: privateKey });
  return toBase58Check(concat(compressPoint(enc), ciphertext));
}

/**
 * Seals a text, a provider's bearer token, for its owner, in the form of a credential bundle.
 *
 * @param recipientPublicKey - 65 bytes, SEC 1 uncompressed.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @see docs/wire.md 4(f)
 */
export async function sealBearerToken(token: string, recipientPublicKey: Bytes): Promise<string> {
  const { enc, ciphertext } = await sealBundle({ recipient: recipientPublicKey, plaintext: utf8(token) });
  return toBase58Check(concat(compressPoint(enc), ciphertext));
}

/**
 * Opens what {@link sealBearerToken} sealed: the claim `encrypted_bearer_token` of an OIDC token.
 *
 * @throws {BundleError} BUNDLE_MALFORMED
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openBearerToken(bundle: string, recipient: AgreementKey): Promise<string> {
  const { open, ciphertext } = await readingBundle(async () => {
    const { payload, verify } = splitBase58Check(bundle);
    const [open] = await Promise.all([openCompressed(payload.slice(0, 33)), verify()]);
    return { open, ciphertext: payload.slice(33) };
  });
  return fromUtf8(await open({ recipient, ciphertext }));
}

/**
 * What an export bundle carries: a mnemonic as UTF-8 (a newline and the passphrase behind it, if there is one), or a raw
 * key of 32 bytes.
 *
 * @param expected - the pinned key of the signer (65 bytes, lowercase hex) and the organization that asked.
 * @throws {BundleError} BUNDLE_MALFORMED, BUNDLE_SIGNER_UNKNOWN, BUNDLE_SIGNATURE_INVALID, BUNDLE_FOR_ANOTHER
 * @throws {HpkeError} HPKE_OPEN_FAILED
 */
export async function openExportBundle(
  bundle: string,
  recipient: AgreementKey,
  expected: { signerPublicKey: string; organizationId: string },
): Promise<Bytes> {
  const { encappedPublic, ciphertext, organizationId } = await readEnvelope(bundle, expected.signerPublicKey);
  if (organizationId !== expected.organizationId) {
    throw new BundleError('BUNDLE_FOR_ANOTHER', 'This bundle was made for another organization.');
  }
  const sealed = await readingBundle(() => {
    if (typeof encappedPublic !== 'string' || typeof ciphertext !== 'string') throw malformed();
    return { enc: fromHex(encappedPublic), ciphertext: fromHex(ciphertext) };
  });
  return openBundle({ recipient, ...sealed });
}

/**
 * Seals and signs what a person exports, as {@link openExportBundle} reads it.
 *
 * @param recipientPublicKey - 65 bytes, SEC 1 uncompressed.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 */
export async function sealExportBundle(
  {
    plaintext,
    recipientPublicKey,
    organizationId,
  }: { plaintext: Bytes; recipientPublicKey: Bytes; organizationId: string },
  signer: SigningKey | Signer,
): Promise<string> {
  const { enc, ciphertext } = await sealBundle({ recipient: recipientPublicKey, plaintext });
  return writeEnvelope({ encappedPublic: toHex(enc), ciphertext: toHex(ciphertext), organizationId }, signer);
}

function malformed(): BundleError {
  return new BundleError('BUNDLE_MALFORMED', 'A bundle lacks a member, or one of its parts has a wrong length.');
}
