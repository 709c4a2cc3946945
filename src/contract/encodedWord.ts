/**
 * Whether a text contains an encoded word, which mail programs show as another text.
 *
 * @see RFC 2047, 2
 */
export function holdsEncodedWord(text: string): boolean {
  const begin = text.indexOf('=?');
  return begin >= 0 && text.includes('?=', begin + 2);
}
