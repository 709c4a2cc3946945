import type { Bytes } from './bytes.js';
import { EncodingError } from './encodingError.js';

/** Base64url without padding. */
export function toBase64Url(bytes: Bytes): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return asciiToBase64Url(text);
}

/** Base64url without padding of ASCII text: the platform has that at hand, and is ten times as fast. */
export function asciiToBase64Url(text: string): string {
  return btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/**
 * The bytes of a base64url text. Strict: one row of bytes has exactly one text, so padding, white space, `+`, `/` and
 * unused bits that are not zero are refused.
 *
 * @throws {EncodingError} BASE64URL_MALFORMED
 * @see RFC 4648, sections 3.5 and 5; RFC 7515, section 2
 */
export function fromBase64Url(text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const value = values[text.charCodeAt(at)] ?? 0;
    // 0 stands for a foreign character: the 64 values are kept one higher.
    if (value === 0) throw malformed();
    bits = (bits << 6) | (value - 1);
    if (at % 4 !== 0) bytes[end++] = bits >> (6 - 2 * (at % 4));
  }
  const unused = (text.length * 6) % 8;
  if (unused === 6 || (bits & ((1 << unused) - 1)) !== 0) throw malformed();
  return bytes;
}

/**
 * The same with its padding, or without: clients of other vendors write both.
 *
 * @throws {EncodingError} BASE64URL_MALFORMED
 */
export const fromPaddedBase64Url = (text: string): Bytes =>
  fromBase64Url(text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text);

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const values = new Uint8Array(128);
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value + 1;

function malformed(): EncodingError {
  return new EncodingError('BASE64URL_MALFORMED', 'This is not canonical base64url without padding.');
}
