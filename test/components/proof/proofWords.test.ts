import { describe, expect, test } from 'vitest';
import type { ProofMessages } from '../../../src/components/english/proofMessages.js';
import { proofEnglish } from '../../../src/components/proof/proofWords.js';
import { arabicProof } from '../../../src/components/words/arabicAccount.js';
import { chineseProof } from '../../../src/components/words/chineseAccount.js';
import { frenchProof } from '../../../src/components/words/frenchAccount.js';
import { germanProof } from '../../../src/components/words/germanAccount.js';
import { japaneseProof } from '../../../src/components/words/japaneseAccount.js';
import { portugueseProof } from '../../../src/components/words/portugueseAccount.js';
import { spanishProof } from '../../../src/components/words/spanishAccount.js';

const catalogues = {
  English: proofEnglish,
  German: germanProof,
  French: frenchProof,
  Spanish: spanishProof,
  Portuguese: portugueseProof,
  Japanese: japaneseProof,
  Chinese: chineseProof,
  Arabic: arabicProof,
};

describe.each(Object.entries(catalogues))('the words of proofs in %s', (_, words) => {
  test('have all keys of English, translated', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(proofEnglish).sort());
    const texts = everyText(words);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    if (words === proofEnglish) return;
    expect(texts.filter((text) => everyText(proofEnglish).includes(text))).toEqual([]);
  });

  test('fit on buttons, and have the style of all texts', () => {
    const buttons = [words.tryAgain, words.details, words.save];
    expect(buttons.filter((text) => text.length > 22 * 1.4 || /[.。]$/.test(text))).toEqual([]);
    expect(everyText(words).filter((text) => /[!！]|sorry|please|entschuldig|désolé|desculp/i.test(text))).toEqual([]);
  });
});

function everyText({ verified, ...words }: ProofMessages): string[] {
  return [...Object.values(words), verified.join('…')];
}
