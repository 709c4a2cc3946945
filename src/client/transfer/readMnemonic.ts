import { hasMnemonicChecksum, mnemonicLengths, mnemonicWords, wordsIn } from '../../crypto/mnemonic.js';
import { loadPart } from '../loadPart.js';
import { TransferError } from './transferError.js';

/** What to show about typed words. It contains none of them, except suggestions. */
export type MnemonicReading = {
  readonly count: number;
  /** Words that are not in the list; the first word is at place 1. The last word is not among them while it may still become one. */
  readonly unknown: readonly UnknownWord[];
  /** The completions of the last word while it is typed. */
  readonly completions: readonly string[];
  /** `ok`: they can be imported. `checksum`: all words are known and their number is right, but one is wrong or misplaced. */
  readonly verdict: 'unfinished' | 'unknown' | 'tooMany' | 'checksum' | 'ok';
};

/** A word that is not in the list, and similar words of the list, most similar first. */
export type UnknownWord = { readonly place: number; readonly suggestions: readonly string[] };

/** Checks words while they are typed, each by itself and then all together. */
export async function readMnemonic(text: string): Promise<MnemonicReading> {
  const list = await loadPart(mnemonicWords());
  const words = wordsIn(text);
  const last = words.at(-1) ?? '';
  const isTyping = last !== '' && /\p{L}$/u.test(text) && !list.includes(last);
  const completions = isTyping ? list.filter((word) => word.startsWith(last)).slice(0, 4) : [];
  const unknown = words.flatMap((word, index) => {
    if (list.includes(word) || (index === words.length - 1 && completions.length > 0)) return [];
    return [{ place: index + 1, suggestions: similarTo(word, list) }];
  });
  return { count: words.length, unknown, completions, verdict: await verdictOn(words, unknown.length, list) };
}

/**
 * The words as the service accepts them: separated by single spaces.
 *
 * @throws {TransferError} MNEMONIC_INVALID
 */
export async function soundMnemonic(text: string): Promise<string> {
  const words = wordsIn(text);
  if (await hasMnemonicChecksum(words, await loadPart(mnemonicWords()))) return words.join(' ');
  throw new TransferError(
    'MNEMONIC_INVALID',
    'These are not the words of a wallet: 12 to 24 of BIP-39’s English list.',
  );
}

/** A text with another word at a place; everything else stays as typed. @param place - 1 for the first */
export function withWord(text: string, place: number, word: string): string {
  let at = 0;
  return text.replace(/\p{L}[\p{L}\p{M}]*/gu, (typed) => {
    at += 1;
    return at === place ? word : typed;
  });
}

async function verdictOn(
  words: readonly string[],
  unknown: number,
  list: readonly string[],
): Promise<MnemonicReading['verdict']> {
  if (unknown > 0) return 'unknown';
  if (words.length > Math.max(...mnemonicLengths)) return 'tooMany';
  if (!mnemonicLengths.includes(words.length) || !words.every((word) => list.includes(word))) return 'unfinished';
  return (await hasMnemonicChecksum(words, list)) ? 'ok' : 'checksum';
}

/** At most three words within an edit distance of two. */
function similarTo(word: string, list: readonly string[]): string[] {
  return list
    .map((known) => ({ known, far: distance(word, known) }))
    .filter(({ far }) => far <= 2)
    .sort((one, other) => one.far - other.far)
    .slice(0, 3)
    .map(({ known }) => known);
}

/** The edit distance: letters to change, add, remove or swap with the next. More than 2 is returned as 3. */
function distance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const line = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line[column] = least;
    }
    before = above;
    above = line;
  }
  return Math.min(above[other.length] ?? 3, 3);
}
