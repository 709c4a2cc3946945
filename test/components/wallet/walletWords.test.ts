import { describe, expect, test } from 'vitest';
import type { WalletMessages } from '../../../src/components/english/walletMessages.js';
import { walletEnglish } from '../../../src/components/wallet/walletWords.js';
import { arabicWallet } from '../../../src/components/words/arabicWallet.js';
import { chineseWallet } from '../../../src/components/words/chineseWallet.js';
import { frenchWallet } from '../../../src/components/words/frenchWallet.js';
import { germanWallet } from '../../../src/components/words/germanWallet.js';
import { japaneseWallet } from '../../../src/components/words/japaneseWallet.js';
import { portugueseWallet } from '../../../src/components/words/portugueseWallet.js';
import { spanishWallet } from '../../../src/components/words/spanishWallet.js';

const catalogues: readonly [string, WalletMessages][] = [
  ['English', walletEnglish],
  ['German', germanWallet],
  ['French', frenchWallet],
  ['Spanish', spanishWallet],
  ['Portuguese', portugueseWallet],
  ['Japanese', japaneseWallet],
  ['Chinese', chineseWallet],
  ['Arabic', arabicWallet],
];

/** Every text; what is inserted is `Base`, and must stand in it. */
const textsOf = (words: WalletMessages): string[] =>
  Object.values(words).map((word) => {
    if (typeof word === 'string') return word;
    const text = (word as (fact: unknown) => string)('Base');
    expect(text).toContain('Base');
    return text;
  });

describe.each(catalogues)('the words of the wallet in %s', (name, words) => {
  const room = name === 'English' ? 1 : 1.4;

  test('have what English has, translated', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(walletEnglish).sort());
    const texts = textsOf(words);
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
    if (name === 'English') return;
    // Some words are the same in two languages.
    const alike = texts.filter((text) => textsOf(walletEnglish).includes(text));
    expect(alike.filter((text) => text !== 'Wallet')).toEqual([]);
  });

  test('fit: titles, buttons, and what stands under a field', () => {
    const titles = [words.title, words.receiveTitle, words.sendTitle, words.waitingTitle, words.uncertain, words.sent];
    const buttons = [
      ...[words.receive, words.send, words.continue, words.share, words.checkAgain, words.done, words.cancel],
      ...[words.addAccount, words.showMore, words.tryAgain, words.exportKey, words.rename, words.save],
    ];
    const underField = [
      ...[words.toMissing, words.toInvalid('Base'), words.toMistyped, words.toSelf, words.toToken('USDC')],
      ...[words.nameNotFound, words.amountMissing, words.tooManyDecimals(18), words.insufficient],
      words.insufficientFee('ETH'),
    ];
    expect(titles.filter((text) => text.length > 24 * room)).toEqual([]);
    expect(buttons.filter((text) => text.length > 22 * room)).toEqual([]);
    expect(underField.filter((text) => text.length > 46 * room)).toEqual([]);
    expect([...titles, ...buttons].filter((text) => /[.。]$/.test(text))).toEqual([]);
    expect(textsOf(words).filter((text) => /[!！]|sorry|please/i.test(text))).toEqual([]);
  });
});
