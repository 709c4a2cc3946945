import { expect, test } from 'vitest';
import { deriveBip32 } from '../../../src/crypto/derivation/bip32.js';
import { deriveSlip10P256 } from '../../../src/crypto/derivation/slip10.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { portableP256, portablePrimitives } from '../../../src/service/primitives.js';
import { deriveSlip10Ed25519, parsePath } from '../../../src/service/vault/path.js';
import { sharedJson, testShared } from '../../support/publishedVectors.js';

type Node = { path: string; 'chain code': string; private: string; public: string };
type Vector = { name: string; seed: string; chains: Node[] };

const vectors = sharedJson<Vector[]>('vectors/slip/slip10_vectors.json');

/** The vectors of a curve, each node with the key it must have. */
const nodesOn = (curve: string, all: Vector[]) =>
  all
    .filter(({ name }) => name.endsWith(` ${curve}`))
    .flatMap(({ name, seed, chains }) =>
      chains.map((node) => ({
        name: `${name}, ${node.path}`,
        seed: fromHex(seed),
        path: parsePath(node.path),
        publicKey: node.public,
        expected: { key: fromHex(node.private), chainCode: fromHex(node['chain code']) },
      })),
    );

testShared(vectors, "every Ed25519 node of the standard's vectors", async (all) => {
  const { ed25519 } = await portablePrimitives();
  const nodes = nodesOn('ed25519', all);
  expect(nodes).toHaveLength(12);
  for (const { name, seed, path, expected, publicKey } of nodes) {
    expect(await deriveSlip10Ed25519(seed, path), name).toEqual(expected);
    expect(`00${toHex(await ed25519.publicKey(expected.key))}`, name).toBe(publicKey);
  }
});

testShared(vectors, "every P-256 node of the standard's vectors, those that hash on among them", async (all) => {
  const p256 = await portableP256();
  const nodes = nodesOn('nist256p1', all);
  expect(nodes).toHaveLength(16);
  for (const { name, seed, path, expected, publicKey } of nodes) {
    expect(await deriveSlip10P256(p256, seed, path), name).toEqual(expected);
    expect(toHex(await p256.publicKey(expected.key)), name).toBe(publicKey);
  }
});

testShared(vectors, "every secp256k1 node of the standard's vectors, where it is BIP-32", async (all) => {
  const { secp256k1 } = await portablePrimitives();
  const nodes = nodesOn('secp256k1', all);
  expect(nodes).toHaveLength(12);
  for (const { name, seed, path, expected } of nodes) {
    expect(await deriveBip32(secp256k1, seed, path), name).toEqual(expected);
  }
});

test.each(['m/0', "m/44'/501'/0", "m/44/501'/0'"])(
  'an Ed25519 key has no child that is not hardened: %s',
  async (path) => {
    await expect(deriveSlip10Ed25519(new Uint8Array(64), parsePath(path))).rejects.toMatchObject({
      code: 'PATH_NOT_HARDENED',
    });
  },
);
