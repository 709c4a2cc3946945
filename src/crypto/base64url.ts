import type { Bytes } from './bytes.js';
import { EncodingError } from './encodingError.js';

/** Base64url without padding. */
export function toBase64Url(bytes: Bytes): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/**
 * The bytes of a base64url text. Strict: one row of bytes has exactly one text, so padding, white space, `+`, `/` and
 * unused bits that are not zero are refused.
 *
 * @throws {EncodingError} BASE64URL_MALFORMED
 * @see RFC 4648, sections 3.5 and 5; RFC 7515, section 2
 */
export function fromBase64Url(text: string): Bytes {
  if (/^[\w-]*$/.test(text) && text.length % 4 !== 1) {
    const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    if (toBase64Url(bytes) === text) return bytes;
  }
  throw new EncodingError('BASE64URL_MALFORMED', 'This is not canonical base64url without padding.');
}
