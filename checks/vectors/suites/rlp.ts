import { utf8 } from '../../../src/crypto/bytes.js';
import { fromHex, toHex } from '../../../src/crypto/hex.js';
import { bytesOf, type RlpItem, readRlp, writeRlp } from '../../../src/crypto/rlp.js';
import { readVectors } from '../files.js';
import { type Answer, computed, eachOf, judged, type Suite } from '../suite.js';

/** A text, `#` before a whole number in digits, a number, or a list of such. */
type Given = string | number | readonly Given[];
type Ethers = { readonly name: string; readonly decoded: Hex; readonly encoded: string };
type Hex = string | readonly Hex[];

export const rlp: Suite[] = [
  {
    name: 'RLP, written and read again',
    through: 'writeRlp, readRlp',
    vectors: 'ethereum/rlptest.json',
    run: () =>
      eachOf(
        Object.entries(readVectors<Record<string, { in: Given; out: string }>>('ethereum/rlptest.json')),
        ([id, given]) => writtenAndRead(id, itemOf(given.in), given.out),
      ),
  },
  {
    name: 'RLP of ethers, written and read again',
    through: 'writeRlp, readRlp',
    vectors: 'ethers/rlp.json.gz',
    run: () =>
      eachOf(readVectors<Ethers[]>('ethers/rlp.json.gz'), ({ name, decoded, encoded }) =>
        writtenAndRead(name, hexItemOf(decoded), encoded),
      ),
  },
  {
    name: 'RLP in no or another form',
    through: 'readRlp',
    vectors: 'ethereum/invalidRLPTest.json',
    run: () =>
      eachOf(
        Object.entries(readVectors<Record<string, { out: string }>>('ethereum/invalidRLPTest.json')),
        ([id, { out }]) => judged({ id, verdict: 'invalid', answer: isRead(out) }),
      ),
  },
];

const writtenAndRead = (id: string, item: RlpItem, encoded: string) => {
  const expected = encoded.slice(2).toLowerCase();
  return computed(id, `${expected} ${expected}`, () => {
    const written = writeRlp(item);
    return `${toHex(written)} ${toHex(writeRlp(readRlp(fromHex(expected))))}`;
  });
};

function isRead(encoded: string): Answer<boolean> {
  try {
    readRlp(fromHex(encoded.replace(/^0x/, ''))); // some have no 0x
    return { value: true };
  } catch (error) {
    if (error instanceof RangeError) return { code: 'RangeError' };
    throw error;
  }
}

const itemOf = (given: Given): RlpItem => {
  if (typeof given === 'number') return bytesOf(BigInt(given));
  if (typeof given !== 'string') return given.map(itemOf);
  return given.startsWith('#') ? bytesOf(BigInt(given.slice(1))) : utf8(given);
};

const hexItemOf = (given: Hex): RlpItem => (typeof given === 'string' ? fromHex(given.slice(2)) : given.map(hexItemOf));
