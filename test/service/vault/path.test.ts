import { expect, test } from 'vitest';
import { hardened } from '../../../src/crypto/derivation/path.js';
import { parsePath } from '../../../src/service/vault/path.js';

test.each([
  ['m', []],
  ['m/0', [0]],
  ["m/44'/60'/0'/0/0", [44 + hardened, 60 + hardened, hardened, 0, 0]],
  ["m/2147483647'/2147483647", [0xffffffff, 0x7fffffff]],
  ['m/1/2/3/4/5/6/7/8/9/10', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
])('%s is read', (text, path) => expect(parsePath(text)).toEqual(path));

test.each([
  ['', 'nothing'],
  ['M/0', 'a public path'],
  ['0/1', 'no root'],
  ['/0', 'no root'],
  ['m/', 'an empty step'],
  ['m//0', 'an empty step'],
  ['m/0/', 'an empty last step'],
  ['m/2147483648', 'an index of 2^31'],
  ["m/4294967296'", 'an index of 2^32'],
  ['m/99999999999999999999', 'a long index'],
  ["m/044'", 'a leading zero'],
  ["m/00'", 'two zeros'],
  ['m/44h', 'another mark for hardened'],
  ['m/44H', 'another mark for hardened'],
  ["m/44''", 'two marks'],
  ["m/'", 'a mark alone'],
  ['m/44’', 'a curled mark'],
  ['m/-1', 'a sign'],
  ['m/+1', 'a sign'],
  ['m/1.0', 'a fraction'],
  ['m/1e3', 'an exponent'],
  ['m/0x1', 'hex'],
  ['m/٣', 'digits of another script'],
  [' m/0', 'a space'],
  ['m/0 ', 'a space'],
  ['m/0\n', 'a line feed'],
  ['m/1/2/3/4/5/6/7/8/9/10/11', 'eleven steps'],
])('%j is refused: %s', (text) => {
  expect(() => parsePath(text)).toThrow(expect.objectContaining({ code: 'PATH_MALFORMED' }));
});
