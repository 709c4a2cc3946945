import { describe, expect, test } from 'vitest';
import { fromHex } from '../../../src/crypto/hex.js';
import { readCbor } from '../../../src/crypto/webauthn/cbor.js';
import { codeOf } from '../../support/errors.js';

const read = (hex: string) => readCbor(fromHex(hex));

describe('CBOR of authenticators', () => {
  test.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['190100', 256],
    ['1a00010000', 65_536],
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
    ['1b0000000100000000', 'a number of 64 bits'],
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
});
