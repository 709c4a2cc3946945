import { describe, expect, test } from 'vitest';
import type { TransferMessages } from '../../../src/components/english/transferMessages.js';
import { transferEnglish } from '../../../src/components/transfer/transferWords.js';
import { arabicTransfer } from '../../../src/components/words/arabicTransfer.js';
import { chineseTransfer } from '../../../src/components/words/chineseTransfer.js';
import { frenchTransfer } from '../../../src/components/words/frenchTransfer.js';
import { germanTransfer } from '../../../src/components/words/germanTransfer.js';
import { japaneseTransfer } from '../../../src/components/words/japaneseTransfer.js';
import { portugueseTransfer } from '../../../src/components/words/portugueseTransfer.js';
import { spanishTransfer } from '../../../src/components/words/spanishTransfer.js';

const catalogues = {
  English: transferEnglish,
  German: germanTransfer,
  French: frenchTransfer,
  Spanish: spanishTransfer,
  Portuguese: portugueseTransfer,
  Japanese: japaneseTransfer,
  Chinese: chineseTransfer,
  Arabic: arabicTransfer,
};

describe.each(Object.entries(catalogues))('the words of import and export in %s', (_, words) => {
  /** A language may take 1.4 times the room of English. */
  const room = words === transferEnglish ? 1 : 1.4;

  test('have all keys of English, translated', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(transferEnglish).sort());
    expect(Object.keys(words.problems).sort()).toEqual(Object.keys(transferEnglish.problems).sort());
    const texts = everyText(words);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    if (words === transferEnglish) return;
    const english = everyText(transferEnglish);
    expect(texts.filter((text) => english.includes(text) && !/^(Name|Passphrase)$/.test(text))).toEqual([]);
  });

  test('fit: titles, buttons, and what stands under a field', () => {
    const { importTitle, walletImported, keyImported, waitingTitle, exportTitle, exportKeyTitle } = words;
    const titles = [importTitle, walletImported, keyImported, waitingTitle, exportTitle, exportKeyTitle];
    const buttons = [words.importWallet, words.importKey, words.done, words.continue, words.cancel, words.hold];
    const ofExport = [words.keepShowing, words.hide, words.wroteDown, words.showAgain, words.notNow];
    const links = [words.copy, words.usePrivateKey, words.usePhrase, words.addPassphrase];
    const { WORDS_MISSING, WORD_UNKNOWN, TOO_MANY_WORDS, NAME_TAKEN, PRIVATE_KEY_INVALID } = words.problems;
    const messages = [
      WORDS_MISSING,
      WORD_UNKNOWN,
      TOO_MANY_WORDS,
      NAME_TAKEN,
      PRIVATE_KEY_INVALID,
      words.unknownWord(7),
      words.wordWrong(7),
      words.hidesSoon,
    ];
    expect(
      [...titles, words.phraseTitle, words.keyTitle, words.checkTitle, words.keptTitle].filter(
        (text) => text.length > 24 * room,
      ),
    ).toEqual([]);
    expect([...buttons, ...ofExport, ...links].filter((text) => text.length > 22 * room)).toEqual([]);
    expect(messages.filter((text = '') => text.length > 46 * room)).toEqual([]);
  });

  test('have the style of all texts: no apology, no exclamation, no full stop on a button', () => {
    expect(everyText(words).filter((text) => /[!！]|sorry|please|entschuldig|désolé|desculp/i.test(text))).toEqual([]);
    const { importWallet, importKey, done, hold, copy, cancel } = words;
    expect([importWallet, importKey, done, hold, copy, cancel].filter((text) => /[.。]$/.test(text))).toEqual([]);
  });
});

function everyText({ countOf, problems, replaceBy, ...words }: TransferMessages): string[] {
  const { unknownWord, wordAt, wordWrong, ...rest } = words;
  const made = [countOf(7, 12), unknownWord(7), replaceBy(7, 'word'), wordAt(7), wordWrong(7)];
  return [...Object.values(rest), ...Object.values(problems), ...made];
}

test('French keeps the marks that stand apart from their word on its line', () => {
  const texts = everyText(frenchTransfer);
  expect(texts.filter((text) => /[\u00a0\u202f][?:;!»]/.test(text))).not.toEqual([]);
  expect(texts.filter((text) => / [?:;!»]/.test(text))).toEqual([]);
});

test('French says vous, as on every other screen', () => {
  const texts = everyText(frenchTransfer);
  expect(texts.filter((text) => /\b(?:tu|toi|ton|ta|tes)\b/i.test(text))).toEqual([]);
});
