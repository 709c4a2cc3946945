import type { Bytes } from '../../crypto/bytes.js';
import { toHex } from '../../crypto/hex.js';

/** Bytes, or a list of such. */
export type RlpItem = Bytes | readonly RlpItem[];

/**
 * The item that these bytes are, whole and in the shortest form: no two readers may read different items.
 *
 * @throws {RangeError}
 * @see Ethereum yellow paper, appendix B
 */
export function readRlp(bytes: Bytes): RlpItem {
  const { item, end } = readItem(bytes, 0);
  if (end !== bytes.length) throw malformed();
  return item;
}

export const isBytes = (item: RlpItem | undefined): item is Bytes => item instanceof Uint8Array;

/** A whole number, the highest byte first. */
export const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${toHex(bytes)}`);

function readItem(bytes: Bytes, at: number): { readonly item: RlpItem; readonly end: number } {
  const first = bytes[at];
  if (first === undefined) throw malformed();
  if (first < 0x80) return { item: bytes.slice(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const short = first - (isList ? 0xc0 : 0x80);
  const lengthBytes = Math.max(0, short - 55);
  const start = at + 1 + lengthBytes;
  const length = lengthBytes === 0 ? short : Number(numberOf(bytes.slice(at + 1, start)));
  const end = start + length;
  if (end > bytes.length || (lengthBytes > 0 && (bytes[at + 1] === 0 || length < 56))) throw malformed();
  if (!isList) {
    if (length === 1 && (bytes[start] ?? 0) < 0x80) throw malformed();
    return { item: bytes.slice(start, end), end };
  }
  const items: RlpItem[] = [];
  let next = start;
  while (next < end) {
    const read = readItem(bytes, next);
    items.push(read.item);
    next = read.end;
  }
  if (next !== end) throw malformed();
  return { item: items, end };
}

const malformed = () => new RangeError('This is not RLP in its shortest form.');
