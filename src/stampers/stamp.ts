import { asciiToBase64Url, fromPaddedBase64Url } from '../crypto/base64url.js';
import { type Bytes, fromUtf8 } from '../crypto/bytes.js';
import { rawFromDer } from '../crypto/der.js';
import { verifyEd25519 } from '../crypto/ed25519.js';
import { fromHex } from '../crypto/hex.js';
import { readJsonObject } from '../crypto/json.js';
import { isPublicKeyText } from '../crypto/newSigningKey.js';
import type { VerifyP256 } from '../crypto/p256.js';
import { verifyEip191, verifySecp256k1 } from '../crypto/secp256k1.js';
import { LatchkeyError } from '../errors.js';

/** The header of a stamp. */
export const stampHeader = 'X-Stamp';

/** A key's signature over the bytes of a request's body. */
export type Stamp = {
  /** Lowercase hex: 66 digits, SEC 1 compressed; of Ed25519 64. */
  readonly publicKey: string;
  readonly scheme: StampScheme;
  /** Lowercase hex: ECDSA in DER; of Ed25519 64 bytes. */
  readonly signature: string;
};

/**
 * How a key signs a body: ECDSA over its SHA-256; `…_EIP191` as an Ethereum wallet signs it as a text; `…_ED25519` the body itself.
 *
 * @see docs/wire.md 3.1
 */
export type StampScheme =
  | 'SIGNATURE_SCHEME_TK_API_P256'
  | 'SIGNATURE_SCHEME_TK_API_SECP256K1'
  | 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191'
  | 'SIGNATURE_SCHEME_TK_API_ED25519';

/** The header's value: base64url without padding of the stamp as JSON. */
export function writeStamp({ publicKey, scheme, signature }: Stamp): string {
  return asciiToBase64Url(JSON.stringify({ publicKey, scheme, signature }));
}

/**
 * Parses a header of at most 1 KiB, with or without padding: three members in any order, hex in either case. {@link verifyStamp} checks
 * the key and the signature.
 *
 * @throws {StampError} STAMP_MALFORMED
 */
export function readStamp(header: string): Stamp {
  try {
    const text = header.length <= longestHeader ? fromUtf8(fromPaddedBase64Url(header)) : '';
    const stamp = readJsonObject(text);
    const { scheme } = stamp;
    const [publicKey, signature] = [lowerCase(stamp.publicKey), lowerCase(stamp.signature)];
    const isWhole = Object.keys(stamp).length === 3 && isScheme(scheme);
    if (isWhole && isOfForm[scheme](publicKey, signature)) return { publicKey, scheme, signature };
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
  }
  throw new StampError('STAMP_MALFORMED', 'This is not a stamp: base64url of publicKey, scheme and signature.');
}

/** Of a text; of anything else the empty text, which is no hex of a key or a signature. */
export const lowerCase = (hex: unknown): string => (typeof hex === 'string' ? hex.toLowerCase() : '');

const isScheme = (scheme: unknown): scheme is StampScheme =>
  typeof scheme === 'string' && Object.hasOwn(isOfForm, scheme);

/** @throws {LatchkeyError} if the signature is not DER */
function isEcdsa(publicKey: string, signature: string): boolean {
  if (!isPublicKeyText(publicKey) || !/^[\da-f]+$/.test(signature)) return false;
  rawFromDer(fromHex(signature));
  return true;
}

const isOfForm: Readonly<Record<StampScheme, (publicKey: string, signature: string) => boolean>> = {
  SIGNATURE_SCHEME_TK_API_P256: isEcdsa,
  SIGNATURE_SCHEME_TK_API_SECP256K1: isEcdsa,
  SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191: isEcdsa,
  SIGNATURE_SCHEME_TK_API_ED25519: (publicKey, signature) =>
    /^[\da-f]{64}$/.test(publicKey) && /^[\da-f]{128}$/.test(signature),
};

/**
 * Whether the stamp's key signed this body.
 *
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @throws {SignatureError} DER_MALFORMED, which a stamp from {@link readStamp} never is.
 */
export async function verifyStamp(stamp: Stamp, body: Bytes, verify: VerifyP256): Promise<boolean> {
  const [publicKey, signature] = [fromHex(stamp.publicKey), fromHex(stamp.signature)];
  switch (stamp.scheme) {
    case 'SIGNATURE_SCHEME_TK_API_P256':
      return verify(publicKey, rawFromDer(signature), body);
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1':
      return verifySecp256k1(publicKey, rawFromDer(signature), body);
    case 'SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191':
      return verifyEip191(publicKey, rawFromDer(signature), body);
    case 'SIGNATURE_SCHEME_TK_API_ED25519':
      return verifyEd25519(publicKey, signature, body);
  }
}

/** A stamp is about 370 characters. */
const longestHeader = 1_024;

/** A malformed stamp header. */
export class StampError extends LatchkeyError<'STAMP_MALFORMED'> {}
