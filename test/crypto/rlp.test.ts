import { RLP } from 'micro-eth-signer/core/rlp.js';
import { describe, expect, test } from 'vitest';
import type { Bytes } from '../../src/crypto/bytes.js';
import { fromHex } from '../../src/crypto/hex.js';
import { bytesOf, numberOf, type RlpItem, readRlp, writeRlp } from '../../src/crypto/rlp.js';
import { type Chance, pick, seeded } from '../support/chance.js';

function itemOf(chance: Chance, depth: number): RlpItem {
  if (depth > 0 && chance() < 0.5) return Array.from({ length: chance() * 6 }, () => itemOf(chance, depth - 1));
  const length = pick(chance, [0, 1, 2, 55, 56, 57, 300]);
  return Uint8Array.from({ length }, () => chance() * 256);
}

type Written = Uint8Array | Written[];
const writable = (item: RlpItem): Written => (item instanceof Uint8Array ? item : item.map(writable));

describe('RLP', () => {
  test('is written as another library writes it, and read again', () => {
    const chance = seeded(7);
    for (let run = 0; run < 500; run++) {
      const item = itemOf(chance, 4);
      const written = writeRlp(item);
      expect(written).toEqual(new Uint8Array(RLP.encode(writable(item))));
      expect(readRlp(written)).toEqual(item);
    }
  });

  test.each([0, 1, 55, 56, 255, 256, 65_535, 65_536, 131_072])('of %i bytes has the shortest head', (length) => {
    const bytes: Bytes = new Uint8Array(length).fill(0x80);
    for (const item of [bytes, [bytes]]) expect(writeRlp(item)).toEqual(new Uint8Array(RLP.encode(writable(item))));
  });

  test.each([
    ['nothing', ''],
    ['something behind it', '8000'],
    ['a text that is cut off', '8261'],
    ['a list that is cut off', 'c261'],
    ['an item that reaches beyond its list', 'c28261c0'],
    ['a byte that stands for itself, behind a head', '8161'],
    ['a long head of a short text', `b801${'61'}`],
    ['a long head of a short list', 'f80161'],
    ['a length that begins with zeros', `b90038${'61'.repeat(56)}`],
    ['a length beyond all bytes', 'bfffffffffffffffff'],
  ])('is not read from %s', (_what, hex) => {
    expect(() => readRlp(fromHex(hex))).toThrow(RangeError);
  });

  test('of too many items is not read, beside each other or in each other', () => {
    const beside = (count: number) => writeRlp(Array.from({ length: count }, () => Uint8Array.of(1)));
    expect(readRlp(beside(9), 10)).toHaveLength(9);
    expect(() => readRlp(beside(10), 10)).toThrow('too many items');
    expect(() => readRlp(beside(4_000))).toThrow('too many items');
    let inside: RlpItem = [];
    for (let depth = 1; depth < 3_000; depth += 1) inside = [inside];
    expect(() => readRlp(writeRlp(inside), 2_000)).toThrow('too many items');
    expect(readRlp(writeRlp(inside))).toHaveLength(1);
  });
});

test('a number has the fewest bytes', () => {
  const numbers = [0n, 1n, 127n, 128n, 255n, 256n, 2n ** 64n, 2n ** 256n - 1n];
  expect(numbers.map((number) => bytesOf(number).length)).toEqual([0, 1, 1, 1, 1, 2, 9, 32]);
  expect(numbers.map((number) => numberOf(bytesOf(number)))).toEqual(numbers);
});
