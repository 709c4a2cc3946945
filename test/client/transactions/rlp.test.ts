import { RLP } from 'micro-eth-signer/core/rlp.js';
import { describe, expect, test } from 'vitest';
import { bytesOf, numberOf, type RlpItem, readRlp, writeRlp } from '../../../src/client/transactions/rlp.js';
import type { Bytes } from '../../../src/crypto/bytes.js';
import { type Chance, pick, seeded } from '../../support/chance.js';

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
});

test('a number has the fewest bytes', () => {
  const numbers = [0n, 1n, 127n, 128n, 255n, 256n, 2n ** 64n, 2n ** 256n - 1n];
  expect(numbers.map((number) => bytesOf(number).length)).toEqual([0, 1, 1, 1, 1, 2, 9, 32]);
  expect(numbers.map((number) => numberOf(bytesOf(number)))).toEqual(numbers);
});
