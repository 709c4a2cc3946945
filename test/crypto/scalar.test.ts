import { expect, test } from 'vitest';
import { addTweak, isSecretKey, secp256k1Order } from '../../src/crypto/derivation/scalar.js';
import { fromHex } from '../../src/crypto/hex.js';

const scalar = (value: bigint) => fromHex(value.toString(16).padStart(64, '0'));

test('a tweak is added modulo the order', () => {
  expect(addTweak(scalar(2n), scalar(3n), secp256k1Order)).toEqual(scalar(5n));
  expect(addTweak(scalar(secp256k1Order - 1n), scalar(3n), secp256k1Order)).toEqual(scalar(2n));
  expect(addTweak(scalar(0n), scalar(3n), secp256k1Order)).toEqual(scalar(3n));
});

test.each([
  ['a tweak of the order', secp256k1Order, 3n],
  ['a tweak above the order', 2n ** 256n - 1n, 3n],
  ['a sum of zero', secp256k1Order - 3n, 3n],
])('there is no child of %s', (_, tweak, parent) => {
  expect(addTweak(scalar(tweak), scalar(parent), secp256k1Order)).toBeUndefined();
});

test('secret keys are the numbers from one to the order less one', () => {
  const accepted = [0n, 1n, secp256k1Order - 1n, secp256k1Order, 2n ** 256n - 1n].map((value) =>
    isSecretKey(scalar(value), secp256k1Order),
  );
  expect(accepted).toEqual([false, true, true, false, false]);
});

test('bytes are read where they stand in a larger buffer', () => {
  const buffer = new Uint8Array(96);
  buffer.set(scalar(7n), 32);
  expect(addTweak(buffer.subarray(32, 64), scalar(1n), secp256k1Order)).toEqual(scalar(8n));
});
