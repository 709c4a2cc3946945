import { BundleError, readingBundle } from './bundleError.js';
import { type Bytes, fromUtf8, utf8 } from './bytes.js';
import { derFromRaw, rawFromDer } from './der.js';
import { fromHex, toHex } from './hex.js';
import { readJsonObject } from './json.js';
import { decompressPoint, readPublicKey, type Signer, type SigningKey, sign, verify } from './p256.js';

/**
 * The data of a signed envelope, version v1.0.0, once its signature by the pinned key is verified.
 *
 * @param text - JSON of at most 64 KiB: `version`, `data` (hex of UTF-8 JSON), `dataSignature` (DER, hex),
 *   `enclaveQuorumPublic` (65 bytes, hex).
 * @param signerPublicKey - the key that this kind of envelope must be signed by: 65 bytes, lowercase hex. `undefined`: whichever it
 *   names, so that it is known to be whole, and not whose it is.
 * @throws {BundleError} BUNDLE_MALFORMED, BUNDLE_SIGNER_UNKNOWN, BUNDLE_SIGNATURE_INVALID
 */
export async function readEnvelope(
  text: string,
  signerPublicKey: string | undefined,
): Promise<Record<string, unknown>> {
  const { signer, data, signature } = await readingBundle(() => readMembers(text));
  if (signer !== (signerPublicKey ?? signer)) {
    throw new BundleError(
      'BUNDLE_SIGNER_UNKNOWN',
      'Another key than the trusted one signed this bundle: do not use it.',
    );
  }
  const publicKey = await readingBundle(() => readPublicKey(signer));
  if (!(await verify(publicKey, signature, data))) {
    throw new BundleError('BUNDLE_SIGNATURE_INVALID', 'This bundle was changed after it was signed: do not use it.');
  }
  return readingBundle(() => readJsonObject(fromUtf8(data)));
}

/**
 * The text of a signed envelope, version v1.0.0.
 *
 * @param data - the members that are signed.
 */
export async function writeEnvelope(data: Record<string, unknown>, signer: SigningKey | Signer): Promise<string> {
  const bytes = utf8(JSON.stringify(data));
  return JSON.stringify({
    version,
    data: toHex(bytes),
    dataSignature: toHex(derFromRaw(await sign(signer, bytes))),
    enclaveQuorumPublic: toHex(decompressPoint(fromHex(signer.publicKey))),
  });
}

const version = 'v1.0.0';
const longestText = 65_536;

function readMembers(text: string): { signer: string; data: Bytes; signature: Bytes } {
  const envelope = text.length <= longestText ? readJsonObject(text) : {};
  const { data, dataSignature, enclaveQuorumPublic } = envelope;
  const known = Object.keys(envelope).length === 4 && envelope.version === version;
  if (
    !known ||
    typeof data !== 'string' ||
    typeof dataSignature !== 'string' ||
    typeof enclaveQuorumPublic !== 'string'
  ) {
    throw new BundleError('BUNDLE_MALFORMED', 'This is not a signed bundle of version v1.0.0.');
  }
  return { signer: enclaveQuorumPublic, data: fromHex(data), signature: rawFromDer(fromHex(dataSignature)) };
}
