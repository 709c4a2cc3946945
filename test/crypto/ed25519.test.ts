import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import { type Bytes, concat, utf8 } from '../../src/crypto/bytes.js';
import { verifyEd25519 } from '../../src/crypto/ed25519.js';
import { fromHex } from '../../src/crypto/hex.js';
import { sharedJson, testShared, wireVector } from '../support/publishedVectors.js';

type Ed25519Tests = {
  numberOfTests: number;
  testGroups: { publicKey: { pk: string }; tests: { tcId: number; msg: string; sig: string; result: string }[] }[];
};

testShared(
  sharedJson<Ed25519Tests>('vectors/wycheproof/ed25519_test.json'),
  'the Wycheproof Ed25519 signatures are told apart',
  async (file) => {
    let cases = 0;
    for (const { publicKey, tests } of file.testGroups) {
      for (const { tcId, msg, sig, result } of tests) {
        const answer = await verifyEd25519(fromHex(publicKey.pk), fromHex(sig), fromHex(msg));
        expect(answer, `case ${tcId}`).toBe(result === 'valid');
        cases++;
      }
    }
    expect(cases).toBe(file.numberOfTests);
  },
);

testShared(wireVector('x-stamp-ed25519'), 'a stamp by an Ed25519 wallet verifies', async (vector) => {
  const [key, signature] = [fromHex(vector.publicKeyHex ?? ''), fromHex(vector.signatureHex ?? '')];
  expect(await verifyEd25519(key, signature, utf8(vector.message ?? ''))).toBe(true);
  expect(await verifyEd25519(key, signature, utf8('another message'))).toBe(false);
});

test('what is not a key or not a signature is false', async () => {
  const message = utf8('message');
  for (const [key, signature] of [
    [32, 63],
    [31, 64],
    [33, 64],
    [0, 0],
    [32, 64],
  ] as const) {
    expect(await verifyEd25519(new Uint8Array(key).fill(2), new Uint8Array(signature).fill(3), message)).toBe(false);
  }
});

test('a signature is that of one key over one message, and has one form', async () => {
  const message = utf8('message');
  const seed = new Uint8Array(32).fill(7);
  const key = Uint8Array.from(ed25519.getPublicKey(seed));
  const signature = Uint8Array.from(ed25519.sign(message, seed));
  expect(await verifyEd25519(key, signature, message)).toBe(true);
  expect(await verifyEd25519(key, signature, utf8('another message'))).toBe(false);
  // RFC 8032, 5.1.7: s is below the order; s + order satisfies the same equation.
  const twin = concat(signature.slice(0, 32), littleEndian(numberIn(signature.slice(32)) + ed25519.Point.Fn.ORDER));
  expect(await verifyEd25519(key, twin, message)).toBe(false);
  for (let at = 0; at < signature.length; at += 1) {
    const changed = signature.slice();
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    expect(await verifyEd25519(key, changed, message), `byte ${at}`).toBe(false);
  }
});

test('under a point of small order, which signs every message, nothing verifies, in either of its forms', async () => {
  const [identity, unreduced] = [littleEndian(1n), littleEndian(2n ** 255n - 18n)];
  for (const key of [identity, unreduced])
    for (const r of [identity, unreduced])
      expect(await verifyEd25519(key, concat(r, new Uint8Array(32)), utf8('message'))).toBe(false);
});

const numberIn = (bytes: Bytes) => bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);

const littleEndian = (value: bigint): Bytes =>
  Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 255n));
