import { randomBytes } from 'node:crypto';
import { mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { createMnemonic, mnemonicSeed, validMnemonic } from '../../../src/service/vault/mnemonic.js';
import { errorOf, printed } from '../../support/errors.js';
import { sharedJson, testShared } from '../../support/publishedVectors.js';

type Vectors = Record<string, [entropy: string, mnemonic: string, seed: string, masterKey: string][]>;

const vectors = sharedJson<Vectors>('vectors/bip39/vectors.json');
const random = (length: number) => new Uint8Array(randomBytes(length));

testShared(vectors, "the standard's entropies give their words", async ({ english = [] }) => {
  for (const [entropy, mnemonic] of english) {
    const length = ((entropy.length / 8) * 3) as 12 | 18 | 24;
    expect(await createMnemonic(length, () => fromHex(entropy))).toBe(mnemonic);
    expect(await validMnemonic(mnemonic)).toBe(true);
  }
});

testShared(vectors, "the standard's words, of twelve languages, give their seeds", async (languages) => {
  const all = Object.values(languages).flat();
  expect(all).toHaveLength(288);
  for (const [, mnemonic, seed] of all) expect(toHex(await mnemonicSeed(mnemonic, 'TREZOR'))).toBe(seed);
});

test.each([12, 15, 18, 21, 24] as const)(
  'a new mnemonic of %d words is valid, and another each time',
  async (length) => {
    const [one, other] = [await createMnemonic(length, random), await createMnemonic(length, random)];
    expect(one.split(' ')).toHaveLength(length);
    expect(await validMnemonic(one)).toBe(true);
    expect(one).not.toBe(other);
  },
);

test('another library takes the same words, refuses the same, and finds the same seeds', async () => {
  const verdicts = new Set<boolean>();
  for (const length of [12, 15, 18, 21, 24] as const)
    for (let round = 0; round < 20; round++) {
      const words = (await createMnemonic(length, random)).split(' ');
      const [place = 0, index = 0] = random(2);
      for (const each of [words, words.with(place % length, wordlist[index * 8] ?? '')]) {
        const verdict = await validMnemonic(each.join(' '));
        expect(verdict, each.join(' ')).toBe(validateMnemonic(each.join(' '), wordlist));
        verdicts.add(verdict);
      }
    }
  expect(verdicts).toEqual(new Set([true, false]));
  for (const passphrase of ['', 'pa\u0308ss', 'ﬁ']) {
    const words = await createMnemonic(24, random);
    expect(await mnemonicSeed(words, passphrase)).toEqual(await mnemonicToSeedWebcrypto(words, passphrase));
  }
});

test('the entropy is overwritten once it is words', async () => {
  const entropy = random(16);
  await createMnemonic(12, () => entropy);
  expect(entropy).toEqual(new Uint8Array(16));
});

test.each([
  ['a wrong checksum', `${'abandon '.repeat(11)}abandon`],
  ['a word of no list', `${'abandon '.repeat(11)}latchkey`],
  ['eleven words', `${'abandon '.repeat(10)}about`],
  ['no words', ''],
  ['words of another list', `${'ábaco '.repeat(11)}abierto`],
])('%s is not a valid mnemonic', async (_, mnemonic) => {
  expect(await validMnemonic(mnemonic)).toBe(false);
});

test('a passphrase makes another seed', async () => {
  const mnemonic = await createMnemonic(12, random);
  expect(await mnemonicSeed(mnemonic, 'x')).not.toEqual(await mnemonicSeed(mnemonic));
});

test.each([11, 13, 25])('%d words make no seed, and the error does not repeat them', async (length) => {
  const error = await errorOf(() => mnemonicSeed(Array(length).fill('zebra').join(' ')));
  expect(error.code).toBe('MNEMONIC_MALFORMED');
  expect(printed(error)).not.toContain('zebra');
});

test('half a surrogate pair makes no seed, in the words or in the passphrase', async () => {
  const words = await createMnemonic(12, random);
  for (const [mnemonic, passphrase] of [
    [`${words}\udc00`, ''],
    [words, '\ud800'],
  ] as const) {
    expect((await errorOf(() => mnemonicSeed(mnemonic, passphrase))).code).toBe('MNEMONIC_MALFORMED');
  }
});
