import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
import { toHex } from '../../src/crypto/hex.js';
import { hasMnemonicChecksum, mnemonicWords, seedFromMnemonic, wordsIn } from '../../src/crypto/mnemonic.js';
import { sharedJson, testShared } from '../support/publishedVectors.js';

type Vectors = Record<string, [entropy: string, mnemonic: string, seed: string, masterKey: string][]>;

const vectors = sharedJson<Vectors>('vectors/bip39/vectors.json');

testShared(vectors, "the standard's words have their checksum and give their seeds", async ({ english = [] }) => {
  const list = await mnemonicWords();
  expect(english.length).toBeGreaterThan(20);
  for (const [, mnemonic, seed] of english) {
    expect(await hasMnemonicChecksum(wordsIn(mnemonic), list), mnemonic).toBe(true);
    expect(toHex(await seedFromMnemonic(utf8(mnemonic), 'TREZOR')), mnemonic).toBe(seed);
  }
});

const legal = 'legal winner thank year wave sausage worth useful legal winner thank yellow'.split(' ');

test.each([
  ['two words that changed places', [...legal.slice(0, 10), 'yellow', 'thank']],
  ['another last word', [...legal.slice(0, 11), 'zoo']],
  ['a word of no list', [...legal.slice(0, 11), 'yellows']],
  ['eleven words', legal.slice(0, 11)],
  ['thirteen words', [...legal, 'abandon']],
  ['no words', []],
])('%s have no checksum', async (_, words) => {
  expect(await hasMnemonicChecksum(words, await mnemonicWords())).toBe(false);
});

test.each([
  ['1. legal 2. winner\n3. thank', ['legal', 'winner', 'thank']],
  ['1)legal\r\n2)winner', ['legal', 'winner']],
  ['01 Legal\t02 WINNER', ['legal', 'winner']],
  ['"legal", "winner"; thank.', ['legal', 'winner', 'thank']],
  ['legal\u00a0winner\u3000thank', ['legal', 'winner', 'thank']],
  ['  \n ', []],
])('%j is read as its words', (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});
