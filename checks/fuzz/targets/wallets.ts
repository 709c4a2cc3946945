import { pbkdf2Sync } from 'node:crypto';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { hardened } from '../../../src/crypto/derivation/path.js';
import { toHex } from '../../../src/crypto/hex.js';
import { mnemonicSeed, validMnemonic } from '../../../src/service/vault/mnemonic.js';
import { parsePath } from '../../../src/service/vault/path.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { below } from '../engine/mutate.js';
import { orRefused, orRefusedLater } from '../engine/orRefused.js';
import { accountRequest, walletRequest } from '../service/requests.js';
import { hashOf, mustHold, type Outcome, type Target } from '../target.js';

/** A seed takes 2,048 rounds of PBKDF2: it is derived from one in this many texts of the right number of words. */
const seedOneIn = 200;

/** One in this many valid mnemonics is written again from its entropy. */
const writtenOneIn = 8;

/** Mnemonics of BIP-39. */
export const mnemonic: Target = {
  name: 'mnemonic',
  functions: `validMnemonic; mnemonicSeed where it refuses, and 1 in ${seedOneIn} where it does not`,
  form: 'text',
  maxUnits: 400,
  stretchedUnits: 20_000,
  dictionary: [
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
  structuredPercent: 60,
  mutate: (chance, input) => (chance() < 0.3 ? fresh(chance) : otherWords(chance, input)),
  run: runMnemonic,
  service: { name: 'create_wallet, walletName (no call takes words)', request: walletRequest },
};

async function runMnemonic(input: string): Promise<Outcome> {
  const isValid = (await orRefusedLater([], () => validMnemonic(input))) === true;
  const isLong = [12, 15, 18, 21, 24].includes(input.normalize('NFKD').split(' ').length);
  mustHold(!isValid || isLong, 'a mnemonic has 12, 15, 18, 21 or 24 words');
  if (isValid && hashOf(input) % writtenOneIn === 0) {
    const written = entropyToMnemonic(mnemonicToEntropy(input, wordlist), wordlist);
    mustHold(written === input.normalize('NFKD'), 'a valid mnemonic is that of its entropy');
  }
  if (isLong && !/\p{Surrogate}/u.test(input) && hashOf(input) % seedOneIn > 0) return isValid ? 'accepted' : 'refused';
  const seed = await orRefusedLater(['MNEMONIC_MALFORMED'], () => mnemonicSeed(input));
  mustHold(seed === undefined || isLong, 'only those numbers of words have a seed');
  mustHold(seed !== undefined || !isValid, 'a valid mnemonic has a seed');
  if (seed !== undefined) {
    const openssl = pbkdf2Sync(input.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512');
    mustHold(toHex(seed) === openssl.toString('hex'), 'OpenSSL derives the same seed');
  }
  return isValid ? 'accepted' : 'refused';
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

/** Derivation paths. */
export const path: Target = {
  name: 'path',
  functions: 'parsePath',
  form: 'text',
  maxUnits: 200,
  stretchedUnits: 20_000,
  dictionary: [
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
  structuredPercent: 40,
  mutate: (chance) => `m${Array.from({ length: below(chance, 12) }, () => step(chance)).join('')}`,
  run: (input) => {
    const steps = orRefused(['PATH_MALFORMED'], () => parsePath(input));
    if (steps === undefined) return 'refused';
    mustHold(steps.length <= 10 && steps.every((each) => each === each >>> 0), 'at most ten steps of 32 bits each');
    const text = steps.map((each) => (each >= hardened ? `/${each - hardened}'` : `/${each}`)).join('');
    mustHold(`m${text}` === input, 'a path has one text');
    return 'accepted';
  },
  service: { name: 'create_wallet_accounts, path', request: accountRequest },
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
