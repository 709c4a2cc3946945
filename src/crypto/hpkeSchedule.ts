import { type Bytes, concat, utf8 } from './bytes.js';
import { hmacSha256 } from './digest.js';

/** What an HPKE context of mode base encrypts or decrypts with. */
export type KeySchedule = {
  /** AES-256-GCM; it cannot be read. */
  readonly key: CryptoKey;
  /** 12 bytes; message i takes it xor i. */
  readonly baseNonce: Bytes;
};

/**
 * DHKEM(P-256, HKDF-SHA256)'s shared secret, 32 bytes.
 *
 * @param dh - 32 bytes, the x-coordinate that both sides agree on.
 * @param enc - 65 bytes, the sender's ephemeral public key.
 * @param recipient - 65 bytes.
 * @see RFC 9180, section 4.1
 */
export async function kemSharedSecret(dh: Bytes, enc: Bytes, recipient: Bytes): Promise<Bytes> {
  const secret = importLabeled(kemSuite, 'eae_prk', dh);
  const algorithm = labeledExpand(kemSuite, empty, 'shared_secret', concat(enc, recipient), 32);
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, await secret, 256));
}

/**
 * The key schedule of mode base: no PSK, no sender key. What does not hang on the shared secret is computed while that is still
 * being waited for.
 *
 * @param context - that of {@link keyScheduleContext}.
 * @see RFC 9180, section 5.1
 */
export async function keySchedule(
  sharedSecret: Bytes | Promise<Bytes>,
  context: Bytes | Promise<Bytes>,
  usage: 'encrypt' | 'decrypt',
): Promise<KeySchedule> {
  const [salt, ofContext, secret] = await Promise.all([sharedSecret, context, importLabeled(suite, 'secret', empty)]);
  const [key, baseNonce] = await Promise.all([
    crypto.subtle.deriveKey(labeledExpand(suite, salt, 'key', ofContext, 32), secret, aes256Gcm, false, [usage]),
    crypto.subtle.deriveBits(labeledExpand(suite, salt, 'base_nonce', ofContext, 12), secret, 96),
  ]);
  return { key, baseNonce: new Uint8Array(baseNonce) };
}

/** What ties the derived keys to mode base and to `info`: 65 bytes. */
export async function keyScheduleContext(info: Bytes): Promise<Bytes> {
  const [pskIdHash, infoHash] = await Promise.all([
    hmacSha256(empty, labeled(suite, 'psk_id_hash', empty)),
    hmacSha256(empty, labeled(suite, 'info_hash', info)),
  ]);
  return concat(Uint8Array.of(modeBase), pskIdHash, infoHash);
}

const empty = new Uint8Array();
const modeBase = 0;
const aes256Gcm = { name: 'AES-GCM', length: 256 };
/** KEM 0x0010; then KDF 0x0001 and AEAD 0x0002. RFC 9180, section 7. */
const kemSuite = /* @__PURE__ */ concat(/* @__PURE__ */ utf8('KEM'), /* @__PURE__ */ Uint8Array.of(0, 16));
const suite = /* @__PURE__ */ concat(/* @__PURE__ */ utf8('HPKE'), /* @__PURE__ */ Uint8Array.of(0, 16, 0, 1, 0, 2));

function labeled(suiteId: Bytes, label: string, bytes: Bytes): Bytes {
  return concat(utf8('HPKE-v1'), suiteId, utf8(label), bytes);
}

/** The key material of LabeledExtract, ready for {@link labeledExpand}. */
async function importLabeled(suiteId: Bytes, label: string, keyMaterial: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', labeled(suiteId, label, keyMaterial), 'HKDF', false, [
    'deriveBits',
    'deriveKey',
  ]);
}

/** LabeledExtract and LabeledExpand in one: HKDF does both. @param length - bytes. @see RFC 9180, section 4 */
function labeledExpand(suiteId: Bytes, salt: Bytes, label: string, info: Bytes, length: number): HkdfParams {
  const labeledInfo = concat(Uint8Array.of(0, length), labeled(suiteId, label, info));
  return { name: 'HKDF', hash: 'SHA-256', salt, info: labeledInfo };
}
