import { refused } from '../../contract/refusals.js';
import type { AnswerOf, RequestOf } from '../../contract/row.js';
import type { Curve } from '../../contract/shapes.js';
import type { signRawPayload } from '../../contract/signing.js';
import { type Bytes, utf8 } from '../../crypto/bytes.js';
import { sha256 } from '../../crypto/digest.js';
import { EncodingError } from '../../crypto/encodingError.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import type { Primitives } from '../primitives.js';
import { ecdsaOf } from './curve.js';

/** What to sign: a text in one of the encodings, and how it becomes the bytes that are signed. */
export type Payload = Pick<RequestOf<typeof signRawPayload>, 'payload' | 'encoding' | 'hashFunction'>;

/** `secretKey`: 32 bytes. Lend it with `withSecret`: it is not wiped here, since one key may sign many payloads. */
export type Signer = { readonly curve: Curve; readonly secretKey: Bytes };

/**
 * `r`, `s`: 32 bytes each, lowercase hex without 0x; on Ed25519 the signature's two halves.
 * `v`: the recovery id; on Ed25519 always `00`.
 */
export type PayloadSignature = AnswerOf<typeof signRawPayload>;

/**
 * Signs deterministically: RFC 6979 with the lower `s` on secp256k1 and P-256, RFC 8032 on Ed25519.
 *
 * @throws {RefusedError} ENCODING_NOT_SUPPORTED, PAYLOAD_MALFORMED, DIGEST_LENGTH, HASH_FUNCTION_MISMATCH
 * @see Wire facts 8.2
 */
export async function signPayload(
  primitives: Primitives,
  { curve, secretKey }: Signer,
  { payload, encoding, hashFunction }: Payload,
): Promise<PayloadSignature> {
  const bytes = payloadBytes(payload, encoding);
  if (curve === 'CURVE_ED25519') {
    if (hashFunction !== 'HASH_FUNCTION_NOT_APPLICABLE') throw refused('HASH_FUNCTION_MISMATCH');
    const signature = await primitives.ed25519.sign(bytes, secretKey);
    return { r: toHex(signature.subarray(0, 32)), s: toHex(signature.subarray(32)), v: '00' };
  }
  const digest = await digestOf(bytes, hashFunction);
  const { r, s, recovery } = await ecdsaOf(primitives, curve).sign(digest, secretKey);
  return { r: toHex(r), s: toHex(s), v: recovery === 1 ? '01' : '00' };
}

function payloadBytes(payload: string, encoding: Payload['encoding']): Bytes {
  switch (encoding) {
    case 'PAYLOAD_ENCODING_HEXADECIMAL':
      return hexBytes(payload.replace(/^0x/i, ''));
    case 'PAYLOAD_ENCODING_TEXT_UTF8':
      // A lone surrogate has no UTF-8: encoded, it would be signed as another text.
      if (/\p{Surrogate}/u.test(payload)) throw refused('PAYLOAD_MALFORMED');
      return utf8(payload);
    default:
      throw refused('ENCODING_NOT_SUPPORTED', { about: encoding });
  }
}

function hexBytes(payload: string): Bytes {
  try {
    return fromHex(payload);
  } catch (error) {
    throw error instanceof EncodingError ? refused('PAYLOAD_MALFORMED', { cause: error }) : error;
  }
}

/** @returns 32 bytes. */
async function digestOf(bytes: Bytes, hashFunction: Payload['hashFunction']): Promise<Bytes> {
  switch (hashFunction) {
    case 'HASH_FUNCTION_NO_OP':
      if (bytes.length !== 32) throw refused('DIGEST_LENGTH', { about: `it has ${bytes.length}` });
      return bytes;
    case 'HASH_FUNCTION_SHA256':
      return sha256(bytes);
    case 'HASH_FUNCTION_KECCAK256': {
      const { keccak_256 } = await import('@noble/hashes/sha3.js');
      return keccak_256(bytes);
    }
    case 'HASH_FUNCTION_NOT_APPLICABLE':
      throw refused('HASH_FUNCTION_MISMATCH');
  }
}
