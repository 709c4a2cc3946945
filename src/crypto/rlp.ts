import { type Bytes, concat } from './bytes.js';
import { fromHex, toHex } from './hex.js';

/** Bytes, or a list of such. */
export type RlpItem = Bytes | readonly RlpItem[];

/**
 * The item that these bytes are, whole and in the shortest form: no two readers may read different items.
 *
 * @param mostItems - lists, and the bytes in them, that it may consist of. Lists may stand in lists as deep.
 * @throws {RangeError}
 * @see Ethereum yellow paper, appendix B
 */
export function readRlp(bytes: Bytes, mostItems = 4_000): RlpItem {
  const { item, end } = readItem(bytes, 0, { items: mostItems });
  if (end !== bytes.length) throw malformed();
  return item;
}

/** The shortest form of an item, the only one that {@link readRlp} reads. @see Ethereum yellow paper, appendix B */
export function writeRlp(item: RlpItem): Bytes {
  if (!isRlpBytes(item)) {
    const items = concat(...item.map(writeRlp));
    return concat(head(0xc0, items.length), items);
  }
  const [first = 0x80] = item;
  return item.length === 1 && first < 0x80 ? item : concat(head(0x80, item.length), item);
}

export const isRlpBytes = (item: RlpItem | undefined): item is Bytes => item instanceof Uint8Array;

/** A whole number, the highest byte first. */
export const numberOf = (bytes: Bytes): bigint => BigInt(`0x0${toHex(bytes)}`);

/** The fewest bytes of a whole number, the highest first: none of zero. */
export function bytesOf(number: bigint): Bytes {
  const digits = number === 0n ? '' : number.toString(16);
  return fromHex(digits.length % 2 === 1 ? `0${digits}` : digits);
}

/** @param of - 0x80 before bytes, 0xc0 before a list. */
function head(of: number, length: number): Bytes {
  if (length < 56) return Uint8Array.of(of + length);
  const lengthBytes = bytesOf(BigInt(length));
  return Uint8Array.of(of + 55 + lengthBytes.length, ...lengthBytes);
}

function readItem(bytes: Bytes, at: number, left: { items: number }): { readonly item: RlpItem; readonly end: number } {
  left.items -= 1;
  if (left.items < 0) throw new RangeError('This consists of too many items.');
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
    const read = readItem(bytes, next, left);
    items.push(read.item);
    next = read.end;
  }
  if (next !== end) throw malformed();
  return { item: items, end };
}

const malformed = () => new RangeError('This is not RLP in its shortest form.');
