import { describe, expect, test } from 'vitest';
import { readableInteger, storable } from '../../../src/service/store/values.js';

describe('what may go into a database', () => {
  test('text, safe integers, bytes and null go in as they are', () => {
    const bytes = Uint8Array.of(0, 255);
    for (const value of ['', 'Zoë 🔑', 0, -1, 2 ** 53 - 1, 5n, bytes, null]) expect(storable(value)).toBe(value);
  });

  test('a boolean goes in as 0 or 1, undefined as null', () => {
    expect([true, false, undefined].map(storable)).toEqual([1, 0, null]);
  });

  test.each([
    ['U+0000', 'a\0b'],
    ['an unpaired surrogate', 'a\ud800b'],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a fraction', 1.5],
    ['an integer past 2^53', 2 ** 53],
    ['a bigint past 2^53', 2n ** 53n + 1n],
    ['a date', new Date(0)],
    ['an object', {}],
    ['a list', [1]],
    ['an ArrayBuffer', new ArrayBuffer(2)],
    ['a symbol', Symbol('x')],
    ['a function', () => 1],
  ])('%s is refused', (_, value) => {
    expect(() => storable(value)).toThrow(expect.objectContaining({ code: 'STORE_FAILED' }));
  });

  test('an integer that a driver may have rounded is refused on its way out', () => {
    expect(readableInteger(2 ** 53 - 1)).toBe(2 ** 53 - 1);
    expect(() => readableInteger(2 ** 53)).toThrow(expect.objectContaining({ code: 'STORE_FAILED' }));
  });
});
