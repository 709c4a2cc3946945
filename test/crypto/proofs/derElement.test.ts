import { expect, test } from 'vitest';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { readDer } from '../../../src/crypto/proofs/derElement.js';
import { LatchkeyError } from '../../../src/errors.js';
import { codeOf } from '../../support/errors.js';

const read = (hex: string) => readDer(fromHex(hex), (about) => new LatchkeyError('DER', about));

test('An element is read with what is in it.', () => {
  const { tag, children, whole } = read('300a0201010603550403a000');
  expect(tag).toBe(0x30);
  expect(children.map((each) => [each.tag, toHex(each.content)])).toEqual([
    [0x02, '01'],
    [0x06, '550403'],
    [0xa0, ''],
  ]);
  expect(toHex(whole)).toBe('300a0201010603550403a000');
});

test.each([
  ['an empty sequence', '3000'],
  ['true', '0101ff'],
  ['zero', '020100'],
  ['minus one', '0201ff'],
  ['minus 129', '0202ff7f'],
  ['129', '02020081'],
  ['no bits', '030100'],
  ['three bits', '030205a0'],
  ['null', '0500'],
  ['an object identifier of two bytes a number', '0603818001'],
  ['128 bytes', `048180${'00'.repeat(128)}`],
  ['256 bytes', `04820100${'00'.repeat(256)}`],
  ['a tag of a context, primitive', '8001ff'],
])('%s is read.', (_what, hex) => {
  expect(toHex(read(hex).whole)).toBe(hex);
});

test.each([
  ['nothing', ''],
  ['a tag alone', '30'],
  ['two elements', '05000500'],
  ['fewer bytes than it says', '020201'],
  ['a length longer than it has to be', '02810101'],
  ['a length of two bytes that fits into one', `048200ff${'00'.repeat(255)}`],
  ['a length of three bytes', '0483000001ff'],
  ['an indefinite length', '30800000'],
  ['a tag of two bytes', '1f8100'],
  ['a constructed integer', '22030201ff'],
  ['a primitive sequence', '1000'],
  ['a boolean of another value', '010101'],
  ['a boolean of two bytes', '0102ffff'],
  ['an empty integer', '0200'],
  ['an integer with a zero too many', '02020001'],
  ['an integer with a sign too many', '0202ffff'],
  ['an empty bit string', '0300'],
  ['a bit string with eight unused bits', '030208ff'],
  ['a bit string with an unused bit that is set', '03020101'],
  ['an empty bit string with an unused bit', '030101'],
  ['a null with a value', '050100'],
  ['an empty object identifier', '0600'],
  ['an object identifier that does not end', '060181'],
  ['an object identifier with a zero digit', '06028001'],
  ['another element behind the last', '3003020101ff'],
  ['an element that ends too late', '3002020101'],
  ['too many levels', nested(14)],
])('%s is refused.', async (_what, hex) => {
  expect(await codeOf(() => read(hex))).toBe('DER');
});

/** Sequences in each other. */
function nested(levels: number): string {
  let hex = '';
  for (let level = 0; level < levels; level += 1) hex = `30${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
  return hex;
}
