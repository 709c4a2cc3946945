import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase58, fromBase58Check, toBase58, toBase58Check } from '../../src/crypto/base58.js';
import { fromHex, toHex } from '../../src/crypto/hex.js';
import { codeOf } from '../support/errors.js';
import { testShared, wireVector } from '../support/publishedVectors.js';

test('bytes survive the way through base58, leading zeros included', () => {
  fc.assert(
    fc.property(fc.nat(4), fc.uint8Array(), (zeros, bytes) => {
      const whole = Uint8Array.from([...new Uint8Array(zeros), ...bytes]);
      expect(fromBase58(toBase58(whole))).toEqual(whole);
    }),
    { numRuns: 200 },
  );
  expect(toBase58(new Uint8Array())).toBe('');
  expect(fromBase58('11')).toEqual(new Uint8Array(2));
});

for (const id of ['base58-1', 'base58-2']) {
  testShared(wireVector(id), `the known answer ${id} holds in both directions`, ({ hex = '', base58 = '' }) => {
    expect(toBase58(fromHex(hex))).toBe(base58);
    expect(toHex(fromBase58(base58))).toBe(hex.toLowerCase());
  });
}

test('characters outside of the alphabet and texts beyond 8,192 characters are refused', async () => {
  for (const text of ['0', 'O', 'I', 'l', ' 2', '2\n', 'é', '1'.repeat(8_193)]) {
    expect(await codeOf(() => fromBase58(text))).toBe('BASE58_MALFORMED');
  }
});

test('a checksum holds a payload of any length together', async () => {
  for (const payload of [new Uint8Array(), new Uint8Array(3), Uint8Array.of(1, 2, 3)]) {
    expect(await fromBase58Check(await toBase58Check(payload))).toEqual(payload);
  }
});

test('a single wrong character breaks the checksum', async () => {
  const text = await toBase58Check(Uint8Array.of(9, 8, 7));
  for (let index = 0; index < text.length; index++) {
    const changed = text.slice(0, index) + (text[index] === '2' ? '3' : '2') + text.slice(index + 1);
    expect(await codeOf(() => fromBase58Check(changed))).toBe('BASE58_MALFORMED');
  }
  for (const short of ['', '1', '111']) expect(await codeOf(() => fromBase58Check(short))).toBe('BASE58_MALFORMED');
});
