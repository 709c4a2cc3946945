import { asciiToBase64Url, fromBase64Url } from '../crypto/base64url.js';
import { type Bytes, fromUtf8 } from '../crypto/bytes.js';
import { rawFromDer } from '../crypto/der.js';
import { fromHex } from '../crypto/hex.js';
import { readJsonObject } from '../crypto/json.js';
import { isPublicKeyText, type VerifyP256 } from '../crypto/p256.js';
import { LatchkeyError } from '../errors.js';

/** The header that a stamp travels in. */
export const stampHeader = 'X-Stamp';

/** A key's signature over the bytes of a request's body. */
export type Stamp = {
  /** 66 lowercase hex digits, SEC 1 compressed. */
  readonly publicKey: string;
  readonly scheme: 'SIGNATURE_SCHEME_TK_API_P256';
  /** ECDSA over SHA-256 of the body: DER, lowercase hex. */
  readonly signature: string;
};

/** The header's value: base64url without padding of the stamp as JSON. */
export function writeStamp({ publicKey, scheme, signature }: Stamp): string {
  return asciiToBase64Url(JSON.stringify({ publicKey, scheme, signature }));
}

/**
 * Reads a header of at most 1 KiB: three members in any order, each of its exact form. Whether the key is on its curve and
 * made the signature is for {@link verifyStamp}.
 *
 * @throws {StampError} STAMP_MALFORMED
 */
export function readStamp(header: string): Stamp {
  let said: unknown;
  try {
    const text = header.length <= longestHeader ? fromUtf8(fromBase64Url(header)) : '';
    const stamp = readJsonObject(text);
    const { publicKey, scheme, signature } = stamp;
    said = scheme;
    const known = scheme === 'SIGNATURE_SCHEME_TK_API_P256' && Object.keys(stamp).length === 3;
    if (known && isPublicKeyText(publicKey) && typeof signature === 'string' && /^[\da-f]+$/.test(signature)) {
      rawFromDer(fromHex(signature));
      return { publicKey, scheme, signature };
    }
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
  }
  throw new StampError(
    'STAMP_MALFORMED',
    'This is not a stamp: base64url of publicKey, scheme (P-256) and signature (DER).',
    typeof said === 'string' ? said : undefined,
  );
}

/**
 * Whether the stamp's key signed this body.
 *
 * @throws {KeyError} KEY_NOT_ON_CURVE
 * @throws {SignatureError} DER_MALFORMED, which a stamp from {@link readStamp} never is.
 */
export async function verifyStamp(stamp: Stamp, body: Bytes, verify: VerifyP256): Promise<boolean> {
  return verify(fromHex(stamp.publicKey), rawFromDer(fromHex(stamp.signature)), body);
}

/** A stamp is about 370 characters. */
const longestHeader = 1_024;

/** A stamp header that is not of its form. */
export class StampError extends LatchkeyError<'STAMP_MALFORMED'> {
  /** The scheme that it names, if that could be read. */
  readonly scheme: string | undefined;

  constructor(code: 'STAMP_MALFORMED', message: string, scheme?: string) {
    super(code, message);
    this.scheme = scheme;
  }
}
