import { asciiToBase64Url, fromPaddedBase64Url } from '../crypto/base64url.js';
import { type Bytes, fromUtf8 } from '../crypto/bytes.js';
import { derFromRaw, rawFromDer } from '../crypto/der.js';
import { fromHex, toHex } from '../crypto/hex.js';
import { readJsonObject } from '../crypto/json.js';
import { isPublicKeyText } from '../crypto/newSigningKey.js';
import { type Signer, type SigningKey, sign } from '../crypto/p256.js';
import { LatchkeyError } from '../errors.js';
import { lowerCase, StampError } from './stamp.js';
import type { Stamper } from './stamper.js';

/** The header of an attested stamp. */
export const attestedStampHeader = 'X-Stamp-Attested';

/** A signature over the bytes of a request's body, by a key that a token names. */
export type AttestedStamp = {
  /** The token. */
  readonly publicKeyAttestation: string;
  readonly scheme: AttestedScheme;
  /** Lowercase hex: 66 digits, SEC 1 compressed. */
  readonly publicKey: string;
  /** Lowercase hex, DER: ECDSA over the SHA-256 of the body. */
  readonly signature: string;
};

/** The kind of token. @see docs/wire.md 3.3 */
export type AttestedScheme = 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN' | 'STAMP_ATTESTED_SCHEME_P256_OIDC';

/** Stamps with a key that a token names: a person who proves a contact, or an identity at a provider, needs no registered key. */
export function attestedStamper(key: SigningKey | Signer, token: string, scheme: AttestedScheme): Stamper {
  const { publicKey } = key;
  return {
    async stamp(body) {
      const signature = toHex(derFromRaw(await sign(key, body)));
      const stamp: AttestedStamp = { publicKeyAttestation: token, scheme, publicKey, signature };
      return { name: attestedStampHeader, value: asciiToBase64Url(JSON.stringify(stamp)) };
    },
  };
}

/**
 * Parses a header of at most 8 KiB: base64url, with or without padding, of four members in any order, hex in either case. The caller
 * verifies the token and the signature.
 *
 * @throws {StampError} STAMP_MALFORMED
 */
export function readAttestedStamp(header: string): AttestedStamp {
  try {
    const stamp = readJsonObject(fromUtf8(fromPaddedBase64Url(header.length <= longestHeader ? header : '')));
    const { publicKeyAttestation, scheme } = stamp;
    const [publicKey, signature] = [lowerCase(stamp.publicKey), lowerCase(stamp.signature)];
    const isWhole = typeof publicKeyAttestation === 'string' && Object.keys(stamp).length === 4;
    if (isWhole && isScheme(scheme) && isPublicKeyText(publicKey) && isDer(signature)) {
      return { publicKeyAttestation, scheme, publicKey, signature };
    }
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
  }
  throw new StampError(
    'STAMP_MALFORMED',
    'This is not a stamp: base64url of publicKeyAttestation, scheme, publicKey and signature.',
  );
}

const isScheme = (scheme: unknown): scheme is AttestedScheme =>
  scheme === 'STAMP_ATTESTED_SCHEME_P256_VERIFICATION_TOKEN' || scheme === 'STAMP_ATTESTED_SCHEME_P256_OIDC';

/** @throws {LatchkeyError} if it is not DER */
function isDer(signature: string): boolean {
  if (!/^(?:[\da-f]{2})+$/.test(signature)) return false;
  const raw: Bytes = rawFromDer(fromHex(signature));
  return raw.length === 64;
}

const longestHeader = 8_192;
