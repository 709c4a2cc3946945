import { type Bytes, concat, utf8 } from '../../crypto/bytes.js';

/** What attestations are made of. */
export type Written = null | number | string | Bytes | readonly Written[] | ReadonlyMap<number | string, Written>;

/** CBOR in its shortest form. @param item - its numbers are whole and below 2⁵³. @see RFC 8949, section 4.2.1 */
export function writeCbor(item: Written): Bytes {
  if (item === null) return Uint8Array.of(0xf6);
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') {
    const text = utf8(item);
    return concat(head(3, text.length), text);
  }
  if (item instanceof Uint8Array) return concat(head(2, item.length), item);
  if (item instanceof Map) return concat(head(5, item.size), ...[...item].flat().map(writeCbor));
  const list = item as readonly Written[];
  return concat(head(4, list.length), ...list.map(writeCbor));
}

/** The kind of an item, with its value or length. */
function head(kind: number, value: number): Bytes {
  const first = kind << 5;
  if (value < 24) return Uint8Array.of(first + value);
  const [short, size] = value < 2 ** 8 ? [24, 1] : value < 2 ** 16 ? [25, 2] : value < 2 ** 32 ? [26, 4] : [27, 8];
  const bytes = new Uint8Array(1 + size);
  bytes[0] = first + short;
  for (let at = size, rest = value; at > 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  return bytes;
}
