/**
 * Whether a mail program may read an encoded word in a text, and so another text than the one that stands there.
 *
 * @see RFC 2047, 2
 */
export function holdsEncodedWord(text: string): boolean {
  const begin = text.indexOf('=?');
  return begin >= 0 && text.includes('?=', begin + 2);
}
