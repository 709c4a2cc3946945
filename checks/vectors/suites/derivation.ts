import { fromBase58Check } from '../../../src/crypto/base58.js';
import { deriveBip32 } from '../../../src/crypto/derivation/bip32.js';
import type { ExtendedKey } from '../../../src/crypto/derivation/extendedKey.js';
import { deriveSlip10P256 } from '../../../src/crypto/derivation/slip10.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { portableP256 } from '../../../src/service/primitives.js';
import { deriveSlip10Ed25519, parsePath } from '../../../src/service/vault/path.js';
import { readVectors } from '../files.js';
import { signers } from '../signers.js';
import { computed, eachOf, type Outcome, type Suite } from '../suite.js';

type Bip32 = { vector: number; seed?: string; chains?: { path: string; xprv: string }[]; invalid?: unknown[] };
type Slip10 = { name: string; seed: string; chains: Slip10Node[] };
type Slip10Node = { path: string; 'chain code': string; private: string; public: string };

const bip32 = 'bip32_vectors.json';
const slip10 = 'slip10_vectors.json';

/** The trees of keys below a seed, on both of the vault's implementations. */
export const derivation: Suite[] = signers.flatMap(([name, primitives]): Suite[] => [
  {
    name: 'BIP-32',
    through: `parsePath, deriveBip32, ${name}`,
    vectors: bip32,
    run: async () => {
      const { secp256k1 } = await primitives();
      const all = readVectors<Bip32[]>(`bip/${bip32}`);
      const nodes = all.flatMap(({ seed = '', chains }) => (chains ?? []).map((node) => ({ seed, ...node })));
      const outcomes = await eachOf(nodes, async ({ seed, path, xprv }) => {
        const serialized = toHex(await fromBase58Check(xprv));
        const expected = `${serialized.slice(92)} ${serialized.slice(26, 90)}`;
        return computed(path, expected, async () =>
          written(await deriveBip32(secp256k1, fromHex(seed), parsePath(path))),
        );
      });
      return [...outcomes, ...all.flatMap(({ invalid }) => (invalid ?? []).map(() => noExtendedKeys))];
    },
  },
  {
    name: 'SLIP-10',
    through: `parsePath, deriveSlip10…, deriveBip32, ${name}`,
    vectors: slip10,
    run: async () => {
      const { secp256k1, ed25519 } = await primitives();
      const p256 = await portableP256();
      const nodes = readVectors<Slip10[]>(`slip/${slip10}`).flatMap(({ name: of, seed, chains }) =>
        chains.map((node) => ({
          curve: of.split(' ').at(-1),
          id: `${of}, ${node.path}`,
          seed: fromHex(seed),
          ...node,
        })),
      );
      return eachOf(nodes, async ({ curve, id, seed, ...node }) => {
        const path = parsePath(node.path);
        const expected = `${node.private} ${node['chain code']} ${node.public}`;
        const matches = (key: Promise<ExtendedKey>, publicKey: (secret: ExtendedKey['key']) => Promise<string>) =>
          computed(id, expected, async () => `${written(await key)} ${await publicKey((await key).key)}`);
        switch (curve) {
          case 'secp256k1':
            return matches(deriveBip32(secp256k1, seed, path), async (key) => toHex(await secp256k1.publicKey(key)));
          case 'nist256p1':
            return matches(deriveSlip10P256(p256, seed, path), async (key) => toHex(await p256.publicKey(key)));
          case 'ed25519':
            return matches(deriveSlip10Ed25519(seed, path), async (key) => `00${toHex(await ed25519.publicKey(key))}`);
          default:
            return { is: 'out of reach', because: `${curve}: the vault has no such keys` };
        }
      });
    },
  },
]);

const noExtendedKeys: Outcome = { is: 'out of reach', because: 'invalid xprv and xpub: no function takes one' };

const written = ({ key, chainCode }: ExtendedKey) => `${toHex(key)} ${toHex(chainCode)}`;
