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

/** @see SLIP-10, "Test vector 1 for ed25519", "Test derivation retry for nist256p1", "Test seed retry for nist256p1" */
test('the keys of both curves are the standard’s, where the first try is no key, too', async () => {
  const seed = fromHex('000102030405060708090a0b0c0d0e0f');
  const p256 = await portableP256();
  expect(await deriveSlip10Ed25519(seed, parsePath("m/0'"))).toEqual({
    key: fromHex('68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'),
    chainCode: fromHex('8b59aa11380b624e81507a27fedda59fea6d0b779a778918a2fd3590e16e9c69'),
  });
  expect(await deriveSlip10P256(p256, seed, parsePath("m/28578'/33941"))).toEqual({
    key: fromHex('092154eed4af83e078ff9b84322015aefe5769e31270f62c3f66c33888335f3a'),
    chainCode: fromHex('9e87fe95031f14736774cd82f25fd885065cb7c358c1edf813c72af535e83071'),
  });
  const retried = fromHex('a7305bc8df8d0951f0cb224c0e95d7707cbdf2c6ce7e8d481fec69c7ff5e9446');
  expect(await deriveSlip10P256(p256, retried, parsePath('m'))).toEqual({
    key: fromHex('3b8c18469a4634517d6d0b65448f8e6c62091b45540a1743c5846be55d47d88f'),
    chainCode: fromHex('7762f9729fed06121fd13f326884c82f59aa95c57ac492ce8c9654e60efd130c'),
  });
});

test.each(['m/0', "m/44'/501'/0", "m/44/501'/0'"])(
  'an Ed25519 key has no child that is not hardened: %s',
  async (path) => {
    await expect(deriveSlip10Ed25519(new Uint8Array(64), parsePath(path))).rejects.toMatchObject({
      code: 'PATH_NOT_HARDENED',
    });
  },
);
