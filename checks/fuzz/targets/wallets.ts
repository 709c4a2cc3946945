import { pbkdf2Sync } from 'node:crypto';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { hardened } from '../../../src/crypto/derivation/path.js';
import { toHex } from '../../../src/crypto/hex.js';
import { mnemonicSeed, validMnemonic } from '../../../src/service/vault/mnemonic.js';
import { parsePath } from '../../../src/service/vault/path.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { asked, askedLater } from '../engine/asked.js';
import { below } from '../engine/mutate.js';
import { deriving, naming } from '../service/requests.js';
import { hashOf, promised, type Seen, type Target } from '../target.js';

/** A seed costs 2,048 rounds of PBKDF2. Of the texts that have one, this share is asked for it. */
const seedOneIn = 200;

/** Of the valid ones, this share is written again from its entropy. */
const writtenOneIn = 8;

/** Words that a person wrote down. */
export const mnemonic: Target = {
  name: 'mnemonic',
  functions: `validMnemonic; mnemonicSeed where it refuses, and 1 in ${seedOneIn} where it does not`,
  form: 'text',
  most: 400,
  longest: 20_000,
  words: [
    ...wordlist.slice(0, 40),
    ...wordlist.slice(-10),
    ' ',
    '  ',
    '\u3000',
    '\u00a0',
    '\n',
    'é',
    'ａｂａｎｄｏｎ',
    '\ufdfa',
    '\ud800',
  ],
  bentPercent: 60,
  bend: (chance, input) => (chance() < 0.3 ? fresh(chance) : otherWords(chance, input)),
  look: lookAtWords,
  service: { name: 'create_wallet, walletName (no call takes words)', request: naming },
};

async function lookAtWords(input: string): Promise<Seen> {
  const isValid = (await askedLater([], () => validMnemonic(input))) === true;
  const isLong = [12, 15, 18, 21, 24].includes(input.normalize('NFKD').split(' ').length);
  promised(!isValid || isLong, 'valid words have one of five numbers');
  if (isValid && hashOf(input) % writtenOneIn === 0) {
    const written = entropyToMnemonic(mnemonicToEntropy(input, wordlist), wordlist);
    promised(written === input.normalize('NFKD'), 'valid words are those of their entropy');
  }
  if (isLong && !/\p{Surrogate}/u.test(input) && hashOf(input) % seedOneIn > 0) return isValid ? 'taken' : 'refused';
  const seed = await askedLater(['MNEMONIC_MALFORMED'], () => mnemonicSeed(input));
  promised(seed === undefined || isLong, 'no seed of another number of words');
  promised(seed !== undefined || !isValid, 'valid words have a seed');
  if (seed !== undefined) {
    const openssl = pbkdf2Sync(input.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
    promised(toHex(seed) === openssl.toString('hex'), 'OpenSSL makes the same seed');
  }
  return isValid ? 'taken' : 'refused';
}

function fresh(chance: Chance): string {
  const entropy = Uint8Array.from({ length: pick(chance, [16, 20, 24, 28, 32]) }, () => below(chance, 256));
  return entropyToMnemonic(entropy, wordlist);
}

function otherWords(chance: Chance, input: string): string {
  const words = input.split(' ');
  const at = below(chance, words.length);
  const word = pick(chance, wordlist);
  words.splice(at, pick(chance, [0, 1, 1, 1, 2]), ...pick(chance, [[], [word], [word], [word, word, word]]));
  return words.join(pick(chance, [' ', ' ', ' ', ' ', '  ', '\u3000', '\t']));
}

/** The way from a seed to a key. */
export const path: Target = {
  name: 'path',
  functions: 'parsePath',
  form: 'text',
  most: 200,
  longest: 20_000,
  words: [
    'm',
    'M',
    '/',
    '//',
    "'",
    'h',
    'H',
    '’',
    "/44'",
    "/60'",
    '/0',
    '/2147483647',
    '/2147483648',
    '/00',
    '/-1',
    '/+1',
    '/1e3',
    ' ',
    '\n',
    '٣',
  ],
  bentPercent: 40,
  bend: (chance) => `m${Array.from({ length: below(chance, 12) }, () => step(chance)).join('')}`,
  look: (input) => {
    const steps = asked(['PATH_MALFORMED'], () => parsePath(input));
    if (steps === undefined) return 'refused';
    promised(steps.length <= 10 && steps.every((each) => each === each >>> 0), 'at most ten steps of 32 bits each');
    const text = steps.map((each) => (each >= hardened ? `/${each - hardened}'` : `/${each}`)).join('');
    promised(`m${text}` === input, 'a path has one text');
    return 'taken';
  },
  service: { name: 'create_wallet_accounts, path', request: deriving },
};

function step(chance: Chance): string {
  const index = pick(chance, [
    below(chance, 100),
    below(chance, 2 ** 31),
    2 ** 31 - 1,
    2 ** 31,
    below(chance, 2 ** 34),
  ]);
  return `/${index}${pick(chance, ['', "'", "'", "'", 'h'])}`.slice(0, chance() < 0.95 ? undefined : 1);
}
