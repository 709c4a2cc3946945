import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { expect, test } from 'vitest';
import { fromBase58Check } from '../../../src/crypto/base58.js';
import { deriveBip32 } from '../../../src/crypto/derivation/bip32.js';
import { fromHex } from '../../../src/crypto/hex.js';
import { nodePrimitives } from '../../../src/service/nodePrimitives.js';
import { portablePrimitives } from '../../../src/service/primitives.js';
import { parsePath } from '../../../src/service/vault/path.js';
import { sharedJson, testShared } from '../../support/publishedVectors.js';

type Vector = { vector: number; seed: string; chains: { path: string; xprv: string }[] };

testShared(
  sharedJson<Vector[]>('vectors/bip/bip32_vectors.json'),
  "every node of the standard's vectors",
  async (vectors) => {
    const { secp256k1 } = await portablePrimitives();
    for (const { vector, seed, chains } of vectors) {
      for (const { path, xprv } of chains) {
        const serialized = await fromBase58Check(xprv);
        const expected = { key: serialized.slice(46), chainCode: serialized.slice(13, 45) };
        expect(await deriveBip32(secp256k1, fromHex(seed), parsePath(path)), `${vector}, ${path}`).toEqual(expected);
      }
    }
  },
);

test('another implementation finds the same keys below random seeds', async () => {
  const { secp256k1 } = await nodePrimitives();
  for (const path of ['m', "m/44'/60'/0'/0/0", 'm/0/1/2', "m/2147483647'/2147483647", "m/84'/0'/7'/1/1000000"]) {
    for (let round = 0; round < 5; round++) {
      const seed = new Uint8Array(randomBytes(64));
      const { key, chainCode } = await deriveBip32(secp256k1, seed, parsePath(path));
      const other = HDKey.fromMasterSeed(seed).derive(path);
      expect([key, chainCode]).toEqual([other.privateKey, other.chainCode]);
    }
  }
});

test('the seed is left as it was', async () => {
  const seed = new Uint8Array(64).fill(7);
  const { secp256k1 } = await portablePrimitives();
  await deriveBip32(secp256k1, seed, parsePath("m/0'/1"));
  expect(seed).toEqual(new Uint8Array(64).fill(7));
});
