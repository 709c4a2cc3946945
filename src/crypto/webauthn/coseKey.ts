import { toBase64Url } from '../base64url.js';
import type { Bytes } from '../bytes.js';
import { type Cbor, readCbor } from '../cbor.js';
import { rawFromDer, SignatureError } from '../der.js';
import { verifyEd25519 } from '../ed25519.js';
import { cborMalformed, WebauthnError } from './webauthnError.js';

/** A passkey's public key, of one of the three algorithms that are accepted. */
export type CoseKey =
  | { readonly algorithm: 'ES256'; readonly x: Bytes; readonly y: Bytes }
  | { readonly algorithm: 'RS256'; readonly n: Bytes; readonly e: Bytes }
  | { readonly algorithm: 'EdDSA'; readonly x: Bytes };

/**
 * Reads the bytes of a COSE key: every member that its algorithm has, and no other.
 *
 * @throws {WebauthnError} CBOR_MALFORMED, COSE_KEY_MALFORMED; COSE_ALGORITHM for any but ES256 (−7), RS256 (−257), EdDSA (−8)
 * @see RFC 9053; RFC 8230, section 4; WebAuthn Level 3, section 5.8.5
 */
export const readCoseKey = (bytes: Bytes): CoseKey => coseKeyOf(readCbor(bytes, cborMalformed));

/** {@link readCoseKey}, of an item that has been read. */
export function coseKeyOf(item: Cbor): CoseKey {
  if (!(item instanceof Map)) throw malformed();
  const map = item as ReadonlyMap<number | string, Cbor>;
  const algorithm = map.get(label.algorithm);
  const kind = algorithms.find((each) => each.id === algorithm);
  if (!kind) throw new WebauthnError('COSE_ALGORITHM', 'A passkey has to be of ES256, RS256 or EdDSA.');
  const fixed = Object.entries(kind.fixed).every(([name, value]) => map.get(Number(name)) === value);
  if (!fixed || map.size !== Object.keys(kind.fixed).length + Object.keys(kind.bytes).length + 1) throw malformed();
  const read = (name: number, fits: (bytes: Bytes) => boolean): Bytes => {
    const value = map.get(name);
    if (!(value instanceof Uint8Array) || !fits(value as Bytes)) throw malformed();
    return value as Bytes;
  };
  const [first, second] = Object.entries(kind.bytes).map(([name, fits]) => read(Number(name), fits));
  if (first === undefined) throw malformed();
  if (kind.name === 'EdDSA') return { algorithm: kind.name, x: first };
  if (second === undefined) throw malformed();
  if (kind.name === 'ES256') return { algorithm: kind.name, x: first, y: second };
  return { algorithm: kind.name, n: second, e: first };
}

/**
 * Whether a passkey made the signature over these bytes. False for anything that is not a signature, and for a point off its curve.
 *
 * @param signature - ES256: DER; RS256: as long as the modulus; EdDSA: 64 bytes.
 */
export async function verifyWithCoseKey(key: CoseKey, signature: Bytes, signed: Bytes): Promise<boolean> {
  if (key.algorithm === 'EdDSA') return verifyEd25519(key.x, signature, signed);
  const raw = key.algorithm === 'ES256' ? rawOrNothing(signature) : signature;
  if (!raw) return false;
  const { importing, verifying, jwk } = forWebCrypto(key);
  try {
    const imported = await crypto.subtle.importKey('jwk', jwk, importing, false, ['verify']);
    return await crypto.subtle.verify(verifying, imported, raw, signed);
  } catch {
    return false;
  }
}

/** Labels of a COSE key. A key of RSA names n −1 and e −2; the others their curve −1, x −2 and y −3. */
const label = { keyType: 1, algorithm: 3, curve: -1 } as const;

const is32Bytes = ({ length }: Bytes) => length === 32;
/** 2,048 to 4,096 bits, without a leading zero. */
const isModulus = (bytes: Bytes) => bytes.length >= 256 && bytes.length <= 512 && (bytes[0] ?? 0) > 0;
/** Odd, above 1, at most 32 bits, without a leading zero. */
const isExponent = (bytes: Bytes) =>
  bytes.length >= 1 && bytes.length <= 4 && (bytes[0] ?? 0) > 0 && ((bytes.at(-1) ?? 0) & 1) === 1 && !isOne(bytes);
const isOne = (bytes: Bytes) => bytes.length === 1 && bytes[0] === 1;

const algorithms = [
  {
    name: 'ES256',
    id: -7,
    fixed: { [label.keyType]: 2, [label.curve]: 1 },
    bytes: { [-2]: is32Bytes, [-3]: is32Bytes },
  },
  { name: 'RS256', id: -257, fixed: { [label.keyType]: 3 }, bytes: { [-2]: isExponent, [-1]: isModulus } },
  { name: 'EdDSA', id: -8, fixed: { [label.keyType]: 1, [label.curve]: 6 }, bytes: { [-2]: is32Bytes } },
] as const;

function forWebCrypto(key: Exclude<CoseKey, { algorithm: 'EdDSA' }>) {
  if (key.algorithm === 'RS256') {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
    return { importing: rsa, verifying: rsa, jwk: { kty: 'RSA', n: toBase64Url(key.n), e: toBase64Url(key.e) } };
  }
  return {
    importing: { name: 'ECDSA', namedCurve: 'P-256' },
    verifying: { name: 'ECDSA', hash: 'SHA-256' },
    jwk: { kty: 'EC', crv: 'P-256', x: toBase64Url(key.x), y: toBase64Url(key.y) },
  };
}

function rawOrNothing(der: Bytes): Bytes | undefined {
  try {
    return rawFromDer(der);
  } catch (error) {
    if (error instanceof SignatureError) return undefined;
    throw error;
  }
}

const malformed = () =>
  new WebauthnError('COSE_KEY_MALFORMED', "A passkey's public key has to hold what its algorithm names, and no more.");
