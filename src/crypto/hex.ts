import type { Bytes } from './bytes.js';
import { EncodingError } from './encodingError.js';

/** Lowercase hex, two digits a byte, without `0x`. */
export function toHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The bytes of a hex text: an even number of digits in either case, and nothing else.
 *
 * @throws {EncodingError} HEX_MALFORMED
 * @see RFC 4648, section 8
 */
export function fromHex(text: string): Bytes {
  if (!/^([\da-f]{2})*$/i.test(text)) {
    throw new EncodingError('HEX_MALFORMED', 'This is not hex: an even number of the digits 0-9 and a-f, without 0x.');
  }
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
}
