import { type Bytes, concat, utf8 } from '../../../src/crypto/bytes.js';
import type { Cbor } from '../../../src/crypto/cbor.js';

/** CBOR in its shortest form. */
export function writeCbor(item: Cbor): Bytes {
  if (item === null || typeof item === 'boolean') return Uint8Array.of(item === null ? 0xf6 : item ? 0xf5 : 0xf4);
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return concat(head(3, utf8(item).length), utf8(item));
  if (item instanceof Uint8Array) return concat(head(2, item.length), item as Bytes);
  if (item instanceof Map) return concat(head(5, item.size), ...pairs(item));
  const list = item as readonly Cbor[];
  return concat(head(4, list.length), ...list.map(writeCbor));
}

/** A map that ends by a mark, as AWS Nitro writes them. */
export const writeOpenMap = (map: ReadonlyMap<number | string, Cbor>): Bytes =>
  concat(Uint8Array.of(0xbf), ...pairs(map), Uint8Array.of(0xff));

const pairs = (map: ReadonlyMap<number | string, Cbor>): Bytes[] =>
  [...map].flatMap(([key, value]) => [writeCbor(key), writeCbor(value)]);

function head(kind: number, value: number): Bytes {
  const first = kind << 5;
  if (value < 24) return Uint8Array.of(first + value);
  const size = [0x100, 0x1_0000, 0x1_0000_0000].findIndex((end) => value < end);
  const bytes = [1, 2, 4][size] ?? 8;
  const digits = value.toString(16).padStart(2 * bytes, '0');
  return Uint8Array.of(
    first + 24 + (size < 0 ? 3 : size),
    ...Array.from({ length: bytes }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16)),
  );
}
