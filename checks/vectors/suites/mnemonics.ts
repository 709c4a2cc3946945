import { fromBase58Check } from '../../../src/crypto/base58.js';
import { deriveBip32 } from '../../../src/crypto/derivation/bip32.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { portablePrimitives } from '../../../src/service/primitives.js';
import { createMnemonic, mnemonicSeed, validMnemonic } from '../../../src/service/vault/mnemonic.js';
import { readLines, readVectors } from '../files.js';
import { computed, eachOf, type Suite } from '../suite.js';

type Vector = [entropy: string, mnemonic: string, seed: string, masterKey: string];

const vectors = 'bip39/vectors.json';
const readLanguages = () => readVectors<Record<string, Vector[]>>(vectors);

export const mnemonics: Suite[] = [
  {
    name: 'BIP-39, twelve languages',
    through: 'mnemonicSeed, deriveBip32',
    vectors,
    run: async () => {
      const { secp256k1 } = await portablePrimitives();
      return eachOf(Object.values(readLanguages()).flat(), async ([, mnemonic, seed, masterKey]) => {
        const master = toHex(await fromBase58Check(masterKey)).slice(92);
        return computed(mnemonic, `${seed} ${master}`, async () => {
          const ours = await mnemonicSeed(mnemonic, 'TREZOR');
          return `${toHex(ours)} ${toHex((await deriveBip32(secp256k1, ours, [])).key)}`;
        });
      });
    },
  },
  {
    name: 'BIP-39, English from entropy',
    through: 'createMnemonic, validMnemonic',
    vectors,
    run: () =>
      eachOf(readLanguages().english ?? [], ([entropy, mnemonic]) =>
        computed(entropy, `${mnemonic} is valid`, async () => {
          const made = await createMnemonic(((entropy.length / 8) * 3) as 12 | 18 | 24, () => fromHex(entropy));
          return `${made} is ${(await validMnemonic(made)) ? '' : 'in'}valid`;
        }),
      ),
  },
  {
    name: 'BIP-39, each word of the English list',
    through: 'createMnemonic: the first 11 bits of the entropy choose it',
    vectors: 'bip/english.txt',
    run: () =>
      eachOf([...readLines('bip/english.txt').entries()], ([index, word]) =>
        computed(word, word, async () => {
          const entropy = fromHex((BigInt(index) << 117n).toString(16).padStart(32, '0'));
          return (await createMnemonic(12, () => entropy)).split(' ')[0] ?? '';
        }),
      ),
  },
];
