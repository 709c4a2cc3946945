import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { toHex } from '../../src/crypto/hex.js';
import { uncompressedSecp256k1Key } from '../../src/crypto/secp256k1Curve.js';

const hexOf = (bytes: Uint8Array) => toHex(new Uint8Array(bytes));

test('a compressed key of secp256k1 has the same second coordinate as in another library', () => {
  for (let secret = 1n; secret < 40n; secret++) {
    const point = secp256k1.Point.BASE.multiply(secret);
    const compressed = hexOf(point.toBytes(true));
    expect(uncompressedSecp256k1Key(compressed)).toBe(hexOf(point.toBytes(false)));
    expect(uncompressedSecp256k1Key(compressed.toUpperCase())).toBe(hexOf(point.toBytes(false)));
  }
});

test.each([
  ['', 'nothing'],
  [`02${'00'.repeat(31)}05`, 'an x without a point'],
  [`02${'ff'.repeat(32)}`, 'an x beyond the field'],
  [`04${'11'.repeat(32)}`, 'another form'],
  ['11'.repeat(32), 'a key of Ed25519'],
])('%j is refused: %s', (publicKey) => {
  expect(() => uncompressedSecp256k1Key(publicKey)).toThrow(expect.objectContaining({ code: 'KEY_NOT_ON_CURVE' }));
});
