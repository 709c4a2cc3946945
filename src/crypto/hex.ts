import type { Bytes } from './bytes.js';
import { EncodingError } from './encodingError.js';

/** Lowercase hex, two digits a byte, without `0x`. */
export function toHex(bytes: Bytes): string {
  let text = '';
  for (const byte of bytes) text += pairs[byte];
  return text;
}

/**
 * The bytes of a hex text: an even number of digits in either case, and nothing else.
 *
 * @throws {EncodingError} HEX_MALFORMED
 * @see RFC 4648, section 8
 */
export function fromHex(text: string): Bytes {
  if (text.length % 2 === 1 || !/^[\da-f]*$/i.test(text)) {
    throw new EncodingError('HEX_MALFORMED', 'This is not hex: an even number of the digits 0-9 and a-f, without 0x.');
  }
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (digitAt(text, 2 * at) << 4) | digitAt(text, 2 * at + 1);
  return bytes;
}

/** The two digits of each byte. */
const pairs = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** In ASCII, the low four bits of `0` to `9` are 0 to 9, and those of `a` to `f`, in either case, 1 to 6. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code & 0xf) + (code > 0x39 ? 9 : 0);
}
