import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concat, equalBytes, fromUtf8, utf8 } from '../../src/crypto/bytes.js';
import { codeOf } from '../support/errors.js';

test('parts are joined in order', () => {
  expect(concat(Uint8Array.of(1), new Uint8Array(), Uint8Array.of(2, 3))).toEqual(Uint8Array.of(1, 2, 3));
  expect(concat()).toEqual(new Uint8Array());
});

test('bytes equal only the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), (left, right) => {
      const [a, b] = [new Uint8Array(left), new Uint8Array(right)];
      expect(equalBytes(a, new Uint8Array(a))).toBe(true);
      expect(equalBytes(a, b)).toBe(left.join() === right.join());
    }),
    { numRuns: 100 },
  );
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equalBytes(Uint8Array.of(1, 0), Uint8Array.of(1))).toBe(false);
});

test('text survives the way through its bytes, a byte order mark included', () => {
  for (const text of ['', 'Käse 🔑', '\ufefftext', 'a\0b']) expect(fromUtf8(utf8(text))).toBe(text);
});

test('bytes that are not UTF-8 are refused', async () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
    expect(await codeOf(() => fromUtf8(Uint8Array.from(bytes)))).toBe('UTF8_MALFORMED');
  }
});
