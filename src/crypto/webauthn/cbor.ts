import type { Bytes } from '../bytes.js';
import { fromUtf8 } from '../bytes.js';
import { WebauthnError } from './webauthnError.js';

/** What CBOR of authenticators holds: no floating point, no tags, nothing of indefinite length. */
export type Cbor = number | string | boolean | null | Bytes | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/**
 * The one item that these bytes hold.
 *
 * Strict, as CTAP2 asks of authenticators: lengths and numbers in their shortest form, map keys that are numbers or texts and named
 * once, at most {@link deepest} levels, and nothing behind the item.
 *
 * @throws {WebauthnError} CBOR_MALFORMED
 * @see RFC 8949; CTAP 2.1, section 8
 */
export function readCbor(bytes: Bytes): Cbor {
  const { item, end } = readCborPrefix(bytes);
  if (end !== bytes.length) throw malformed();
  return item;
}

/**
 * The first item of these bytes, and where it ends.
 *
 * @throws {WebauthnError} CBOR_MALFORMED
 */
export function readCborPrefix(bytes: Bytes, start = 0): { readonly item: Cbor; readonly end: number } {
  const reader: Reader = { bytes, at: start };
  return { item: readItem(reader, 0), end: reader.at };
}

type Reader = { readonly bytes: Bytes; at: number };

/** Levels of maps and lists in each other; an attestation has three. */
const deepest = 8;

function readItem(reader: Reader, depth: number): Cbor {
  if (depth > deepest) throw malformed();
  const first = take(reader, 1)[0] ?? 0;
  const kind = first >> 5;
  if (kind === 7) return readSimple(first & 31);
  const value = readNumber(reader, first & 31);
  switch (kind) {
    case 0:
      return value;
    case 1:
      return -1 - value;
    case 2:
      return take(reader, value);
    case 3:
      return readText(take(reader, value));
    case 4:
      return Array.from({ length: within(reader, value) }, () => readItem(reader, depth + 1));
    case 5:
      return readMap(reader, within(reader, value), depth);
    default:
      throw malformed();
  }
}

function readMap(reader: Reader, pairs: number, depth: number): ReadonlyMap<number | string, Cbor> {
  const map = new Map<number | string, Cbor>();
  for (let index = 0; index < pairs; index += 1) {
    const key = readItem(reader, depth + 1);
    if ((typeof key !== 'number' && typeof key !== 'string') || map.has(key)) throw malformed();
    map.set(key, readItem(reader, depth + 1));
  }
  return map;
}

function readSimple(value: number): boolean | null {
  if (value === 20 || value === 21) return value === 21;
  if (value === 22) return null;
  throw malformed();
}

/** A number of up to 32 bits, in its shortest form: authenticators need no larger ones. */
function readNumber(reader: Reader, short: number): number {
  if (short < 24) return short;
  const size = [1, 2, 4][short - 24];
  if (size === undefined) throw malformed();
  const value = take(reader, size).reduce((sum, byte) => sum * 256 + byte, 0);
  if (value < (size === 1 ? 24 : 2 ** (size * 4))) throw malformed();
  return value;
}

function readText(bytes: Bytes): string {
  try {
    return fromUtf8(bytes);
  } catch {
    throw malformed();
  }
}

/** A count of items, of which each takes a byte at least: no list is made that the bytes cannot fill. */
function within({ bytes, at }: Reader, count: number): number {
  if (count > bytes.length - at) throw malformed();
  return count;
}

function take(reader: Reader, count: number): Bytes {
  const end = reader.at + count;
  if (end > reader.bytes.length) throw malformed();
  const taken = reader.bytes.slice(reader.at, end);
  reader.at = end;
  return taken;
}

const malformed = () => new WebauthnError('CBOR_MALFORMED', 'These bytes are not the CBOR of an authenticator.');
