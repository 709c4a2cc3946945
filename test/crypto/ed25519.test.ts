import { expect, test } from 'vitest';
import { utf8 } from '../../src/crypto/bytes.js';
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
