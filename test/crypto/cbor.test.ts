import { describe, expect, test } from 'vitest';
import { readCbor, readOpenCborMap } from '../../src/crypto/cbor.js';
import { fromHex } from '../../src/crypto/hex.js';
import { cborMalformed } from '../../src/crypto/webauthn/webauthnError.js';
import { codeOf } from '../support/errors.js';

const read = (hex: string) => readCbor(fromHex(hex), cborMalformed);
const readOpen = (hex: string) => readOpenCborMap(fromHex(hex), cborMalformed);

describe('CBOR', () => {
  test.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['190100', 256],
    ['1a00010000', 65_536],
    ['1b0000000100000000', 4_294_967_296],
    ['1b001ffffffffffffe', 9_007_199_254_740_990],
    ['3b001ffffffffffffe', -9_007_199_254_740_991],
    ['20', -1],
    ['390100', -257],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['6161', 'a'],
    ['62c3bc', 'ü'],
    ['80', []],
    ['83010203', [1, 2, 3]],
  ])('%s holds %j', (hex, value) => expect(read(hex)).toEqual(value));

  test('bytes and maps are read as such', () => {
    expect(read('43010203')).toEqual(fromHex('010203'));
    expect(read('a2012061610a')).toEqual(
      new Map<number | string, number>([
        [1, -1],
        ['a', 10],
      ]),
    );
  });

  test.each([
    ['', 'nothing'],
    ['0000', 'something behind the item'],
    ['1817', 'a number longer than it has to be'],
    ['190018', 'a number longer than it has to be, on two bytes'],
    ['1a0000ffff', 'a number longer than it has to be, on four bytes'],
    ['1b00000000ffffffff', 'a number longer than it has to be, on eight bytes'],
    ['1b001fffffffffffff', 'a number of 2⁵³ − 1'],
    ['1bffffffffffffffff', 'a number of 64 bits'],
    ['1c', 'a length of no meaning'],
    ['5f4101ff', 'bytes of indefinite length'],
    ['9f01ff', 'a list of indefinite length'],
    ['bf0101ff', 'a map of indefinite length'],
    ['c001', 'a tag'],
    ['f90000', 'a floating-point number'],
    ['f7', 'undefined'],
    ['f800', 'another simple value'],
    ['a201010102', 'a member named twice'],
    ['a1f501', 'a key that is neither number nor text'],
    ['61ff', 'a text that is not UTF-8'],
    ['4401', 'fewer bytes than it says'],
    ['9affffffff', 'a list longer than the bytes could be'],
    ['81818181818181818180', 'too many levels'],
  ])('%s is refused: %s', async (hex) => {
    expect(await codeOf(() => read(hex))).toBe('CBOR_MALFORMED');
  });

  test('a map that ends by a mark of its own is read where one may come, and as the same map', () => {
    expect(readOpen('bf01206161f4ff')).toEqual(readOpen('a201206161f4'));
    expect(readOpen('bfff')).toEqual(new Map());
  });

  test.each([
    ['', 'nothing'],
    ['bf', 'no end'],
    ['ff', 'an end alone'],
    ['bf01ff', 'half a pair'],
    ['bf0101', 'no end behind a pair'],
    ['bf0101ff00', 'something behind the end'],
    ['bf0101ffff', 'two ends'],
    ['bf01bfffff', 'a map of indefinite length in the map'],
    ['bf015f4101ffff', 'bytes of indefinite length in the map'],
    ['bf01010102ff', 'a member named twice'],
    ['bf18170101ff', 'a key longer than it has to be'],
    [`bf01${'81'.repeat(8)}80ff`, 'too many levels'],
    ['80', 'a list'],
    ['9fff', 'a list of indefinite length'],
  ])('%s is no map: %s', async (hex) => {
    expect(await codeOf(() => readOpen(hex))).toBe('CBOR_MALFORMED');
  });
});
