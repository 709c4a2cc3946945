import { fromBase64Url, toBase64Url } from './base64url.js';
import type { Bytes } from './bytes.js';
import { EncodingError } from './encodingError.js';

/**
 * The bytes of a base64 text. Strict: one row of bytes has exactly one text, so that padding must be there, and white space, `-`, `_` and
 * unused bits that are not zero are refused.
 *
 * @throws {EncodingError} BASE64_MALFORMED
 * @see RFC 4648, sections 3.5 and 4
 */
export function fromBase64(text: string): Bytes {
  try {
    if (text.length % 4 === 0 && !/[-_]/.test(text)) {
      return fromBase64Url(
        text
          .replace(/={1,2}$/, '')
          .replaceAll('+', '-')
          .replaceAll('/', '_'),
      );
    }
  } catch {
    // Below, since the error there names the other alphabet.
  }
  throw new EncodingError('BASE64_MALFORMED', 'This is not canonical base64 with padding.');
}

/** With padding. @see RFC 4648, section 4 */
export function toBase64(bytes: Bytes): string {
  const text = toBase64Url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}
