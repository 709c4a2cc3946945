import { LatchkeyError } from '../errors.js';
import type { Bytes } from './bytes.js';

const integerTag = 0x02;
const sequenceTag = 0x30;

/**
 * An ECDSA signature over a 256-bit curve, from r‖s to ASN.1 DER.
 *
 * @param raw - 64 bytes, each half big-endian.
 * @returns 8 to 72 bytes.
 * @throws {SignatureError} RAW_MALFORMED when `raw` is not 64 bytes.
 * @see RFC 3279, section 2.2.3
 */
export function derFromRaw(raw: Bytes): Bytes {
  if (raw.length !== 64) throw new SignatureError('RAW_MALFORMED', 'A raw signature is 64 bytes: r, then s.');
  const der = new Uint8Array(72);
  const end = writeInteger(der, writeInteger(der, 2, raw.subarray(0, 32)), raw.subarray(32));
  der.set([sequenceTag, end - 2]);
  return der.slice(0, end);
}

/**
 * An ECDSA signature from ASN.1 DER to r‖s: of 64 bytes over a 256-bit curve.
 *
 * Strict: a signature has exactly one encoding. Lengths and integers are minimal, both integers are positive and fit
 * into a half, and nothing follows. Whether they are below the order of the curve is the verifier's business.
 *
 * @param halfBytes - of r, and of s: 48 over P-384. At most 61, so that all lengths have the short form.
 * @throws {SignatureError} DER_MALFORMED
 * @see X.690, sections 8.3 and 10.1
 */
export function rawFromDer(der: Bytes, halfBytes: number = 32): Bytes {
  const raw = new Uint8Array(2 * halfBytes);
  const end = readInteger(der, readInteger(der, 2, raw.subarray(0, halfBytes)), raw.subarray(halfBytes));
  if (der[0] !== sequenceTag || der[1] !== der.length - 2 || end !== der.length) throw derMalformed();
  return raw;
}

/** Writes an integer of 32 bytes at an offset, where nothing but zeros has been. @returns the offset after it */
function writeInteger(der: Bytes, at: number, value: Bytes): number {
  let first = 0;
  while (first < 31 && value[first] === 0) first++;
  const sign = (value[first] ?? 0) > 0x7f ? 1 : 0;
  const length = sign + 32 - first;
  der.set([integerTag, length], at);
  der.set(value.subarray(first), at + 2 + sign);
  return at + 2 + length;
}

/** Reads one integer at an offset into bytes where nothing but zeros has been. @returns the offset after it */
function readInteger(der: Bytes, at: number, value: Bytes): number {
  const length = der[at + 1] ?? 0;
  const end = at + 2 + length;
  const digits = der.subarray(at + 2, end);
  const first = digits[0] ?? 0;
  const second = digits[1] ?? 0;
  const minimal = first > 0 ? first < 0x80 : second > 0x7f;
  if (der[at] !== integerTag || digits.length !== length || !minimal || length - (first === 0 ? 1 : 0) > value.length) {
    throw derMalformed();
  }
  const magnitude = first === 0 ? digits.subarray(1) : digits;
  value.set(magnitude, value.length - magnitude.length);
  return end;
}

function derMalformed(): SignatureError {
  return new SignatureError('DER_MALFORMED', 'This is not a DER signature of two positive integers of its size.');
}

/** A malformed signature. */
export class SignatureError extends LatchkeyError<'DER_MALFORMED' | 'RAW_MALFORMED'> {}
