import { type ByteReader, byteReader, type Malformed } from './byteReader.js';
import { type Bytes, fromUtf8 } from './bytes.js';

/** What is read of CBOR: no floating point, and no tags. */
export type Cbor = number | string | boolean | null | Bytes | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/**
 * The one item that these bytes hold. One reader serves passkeys and attestation documents: what it takes is what both allow.
 *
 * Strict, as CTAP2 asks of authenticators: lengths and numbers in their shortest form, below 2⁵³, map keys that are numbers or texts and
 * named once, UTF-8, at most {@link deepest} levels, nothing of indefinite length, and nothing behind the item. An item takes a byte at
 * least, so that the work is bounded by the bytes.
 *
 * @throws what `malformed` makes
 * @see RFC 8949, section 4.2.1; CTAP 2.1, section 8
 */
export function readCbor(bytes: Bytes, malformed: Malformed): Cbor {
  const { item, end } = readCborPrefix(bytes, 0, malformed);
  if (end !== bytes.length) throw malformed('something follows it');
  return item;
}

/**
 * {@link readCbor} of a map, which itself may be of indefinite length: AWS Nitro writes its attestations so. It holds no other of such
 * a length. Authenticators may not write one, so that this is a function of its own.
 *
 * @throws what `malformed` makes
 * @see RFC 8949, section 3.2.2
 */
export function readOpenCborMap(bytes: Bytes, malformed: Malformed): ReadonlyMap<number | string, Cbor> {
  if (bytes[0] !== openMap) {
    const item = readCbor(bytes, malformed);
    if (item instanceof Map) return item;
    throw malformed('it is no map');
  }
  // The map ends at the last byte: nothing else may follow it.
  if (bytes.length < 2 || bytes[bytes.length - 1] !== stop) throw malformed('it does not end');
  const reader = readerOf(bytes.subarray(1, -1), malformed);
  const map = new Map<number | string, Cbor>();
  while (reader.left() > 0) readPair(reader, map, 0);
  return map;
}

/**
 * The first item of these bytes, and where it ends.
 *
 * @throws what `malformed` makes
 */
export function readCborPrefix(
  bytes: Bytes,
  start: number,
  malformed: Malformed,
): { readonly item: Cbor; readonly end: number } {
  const reader = readerOf(bytes.subarray(start), malformed);
  return { item: readItem(reader, 0), end: bytes.length - reader.left() };
}

type Reader = ByteReader & { readonly malformed: Malformed };

/** Levels of maps and lists in each other; an attestation has three. */
const deepest = 8;
const openMap = 0xbf;
const stop = 0xff;

const readerOf = (bytes: Bytes, malformed: Malformed): Reader => ({ ...byteReader(bytes, malformed), malformed });

function readItem(reader: Reader, depth: number): Cbor {
  if (depth > deepest) throw reader.malformed('it is too deep');
  const first = reader.byte();
  const kind = first >> 5;
  if (kind === 7) return readSimple(reader, first & 31);
  const value = readNumber(reader, first & 31);
  switch (kind) {
    case 0:
      return value;
    case 1:
      return -1 - value;
    case 2:
      return reader.take(value).slice();
    case 3:
      return readText(reader, reader.take(value));
    case 4:
      return Array.from({ length: within(reader, value) }, () => readItem(reader, depth + 1));
    case 5:
      return readMap(reader, within(reader, value), depth);
    default:
      throw reader.malformed('it has a tag');
  }
}

function readMap(reader: Reader, pairs: number, depth: number): ReadonlyMap<number | string, Cbor> {
  const map = new Map<number | string, Cbor>();
  for (let index = 0; index < pairs; index += 1) readPair(reader, map, depth);
  return map;
}

function readPair(reader: Reader, map: Map<number | string, Cbor>, depth: number): void {
  const key = readItem(reader, depth + 1);
  if (typeof key !== 'number' && typeof key !== 'string') throw reader.malformed('a key is no number and no text');
  if (map.has(key)) throw reader.malformed('a key is there twice');
  map.set(key, readItem(reader, depth + 1));
}

function readSimple({ malformed }: Reader, value: number): boolean | null {
  if (value === 20 || value === 21) return value === 21;
  if (value === 22) return null;
  throw malformed('it holds another kind of value');
}

/** A number below 2⁵³, in its shortest form. */
function readNumber({ take, malformed }: Reader, short: number): number {
  if (short < 24) return short;
  const size = [1, 2, 4, 8][short - 24];
  if (size === undefined) throw malformed('a length is indefinite');
  const value = take(size).reduce((sum, byte) => sum * 256 + byte, 0);
  if (value < (size === 1 ? 24 : 2 ** (size * 4))) throw malformed('a number is longer than it has to be');
  if (value >= Number.MAX_SAFE_INTEGER) throw malformed('a number is too large');
  return value;
}

function readText({ malformed }: Reader, bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw malformed('a text is not UTF-8');
  }
}

/** A count of items, of which each takes a byte at least: no list is made that the bytes cannot fill. */
function within({ left, malformed }: Reader, count: number): number {
  if (count > left()) throw malformed('it is cut off');
  return count;
}
