import { visible } from '../../reading/visible.js';

/**
 * The first letters of a name's first and last word: `AL`. One, where the name has one word or its letters have no capitals, as in
 * Arabic, where two would join. None where it does not begin with a letter, as a phone number.
 */
export function initials(name: string, locale: string): string {
  const words = visible(name).trim().split(/\s+/u);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const [first = '', last = ''] = ends.map((word) => /^\p{L}\p{M}*/u.exec(word ?? '')?.[0] ?? '');
  const hasCapitals = first.toLocaleLowerCase(locale) !== first.toLocaleUpperCase(locale);
  return (hasCapitals ? first + last : first).toLocaleUpperCase(locale);
}
