import { BundleError, readingBundle } from './bundleError.js';
import { type Bytes, concat, fromUtf8, utf8 } from './bytes.js';
import { fromHex, toHex } from './hex.js';
import { type AgreementKey, agree, createAgreementKey, decompressPoint, readPublicKey } from './p256.js';

/**
 * Seals the client secret of an OAuth 2.0 app for the service that exchanges its codes, as `encryptedClientSecret` of
 * create_oauth2_credential and update_oauth2_credential takes it. Only the service can open it.
 *
 * @param tlsFetcherEncryptPublicKey - of the service's trust keys, which `latchkey init` prints: 65 bytes, hex.
 * @returns hex of the Borsh envelope: nonce, ephemeral public key, length, ciphertext.
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @throws {EncodingError} HEX_MALFORMED
 * @see docs/wire.md 4(e); QOS, qos_p256/src/encrypt.rs. It is not RFC 9180.
 * @example
 * const encryptedClientSecret = await sealClientSecret(clientSecret, trust.tlsFetcherEncryptPublicKey)
 */
export async function sealClientSecret(clientSecret: string, tlsFetcherEncryptPublicKey: string): Promise<string> {
  const recipient = decompressPoint(readPublicKey(tlsFetcherEncryptPublicKey));
  const nonce = crypto.getRandomValues(new Uint8Array(nonceLength));
  return toHex(await sealEnvelope({ recipient, nonce, plaintext: utf8(clientSecret) }));
}

/**
 * Opens what {@link sealClientSecret} sealed.
 *
 * @throws {BundleError} BUNDLE_MALFORMED, also where it was sealed to another key, or was changed
 */
export async function openClientSecret(envelope: string, recipient: AgreementKey): Promise<string> {
  return readingBundle(async () => fromUtf8(await openEnvelope(fromHex(envelope), recipient)));
}

/**
 * The envelope itself. `nonce` and `ephemeral` are for known answers alone; otherwise each message gets fresh ones.
 *
 * @param recipient - 65 bytes, SEC 1 uncompressed.
 */
export async function sealEnvelope({
  recipient,
  nonce,
  plaintext,
  ephemeral,
}: {
  recipient: Bytes;
  nonce: Bytes;
  plaintext: Bytes;
  ephemeral?: AgreementKey;
}): Promise<Bytes> {
  const { publicKey, privateKey } = ephemeral ?? (await createAgreementKey());
  const key = await keyOf(await agree(privateKey, recipient), publicKey, recipient, 'encrypt');
  const algorithm = gcm(nonce, publicKey, recipient);
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plaintext));
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, ciphertext.length, true);
  return concat(nonce, publicKey, length, ciphertext);
}

async function openEnvelope(envelope: Bytes, recipient: AgreementKey): Promise<Bytes> {
  if (envelope.length < headLength + tagLength) throw malformed();
  const length = new DataView(envelope.buffer, envelope.byteOffset).getUint32(headLength - 4, true);
  const [nonce, sender] = [envelope.slice(0, nonceLength), envelope.slice(nonceLength, headLength - 4)];
  const ciphertext = envelope.slice(headLength);
  if (length !== ciphertext.length) throw malformed();
  const key = await keyOf(await agree(recipient.privateKey, sender), sender, recipient.publicKey, 'decrypt');
  try {
    const algorithm = gcm(nonce, sender, recipient.publicKey);
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, ciphertext));
  } catch (cause) {
    throw malformed(cause);
  }
}

const nonceLength = 12;
const pointLength = 65;
/** Nonce, ephemeral public key, and the ciphertext's length as a little-endian number of four bytes. */
const headLength = nonceLength + pointLength + 4;
const tagLength = 16;

/** The first half of an HMAC-SHA-512, of whose key the agreed secret is the end. */
async function keyOf(agreed: Bytes, sender: Bytes, recipient: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const hmac = { name: 'HMAC', hash: 'SHA-512' };
  const material = await crypto.subtle.importKey('raw', concat(sender, recipient, agreed), hmac, false, ['sign']);
  const derived = await crypto.subtle.sign('HMAC', material, utf8('qos_encryption_hmac_message'));
  return crypto.subtle.importKey('raw', derived.slice(0, 32), 'AES-GCM', false, [use]);
}

/** Each public key, and how long it is. */
const gcm = (iv: Bytes, sender: Bytes, recipient: Bytes) => {
  const length = Uint8Array.of(pointLength);
  return { name: 'AES-GCM', iv, additionalData: concat(sender, length, recipient, length) };
};

const malformed = (cause?: unknown): BundleError =>
  new BundleError('BUNDLE_MALFORMED', 'This client secret was sealed to another key, or is not complete.', { cause });
