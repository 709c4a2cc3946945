import { type ByteReader, byteReader } from '../../../crypto/byteReader.js';
import { type Bytes, concat, fromUtf8 } from '../../../crypto/bytes.js';
import { malformedTransaction } from './malformed.js';

/** The fields of a message by their numbers, each with all its values in their order: whole numbers, or bytes behind a length. */
type ProtobufFields = ReadonlyMap<number, readonly (bigint | Bytes)[]>;

/**
 * Reads a message of Protocol Buffers: fields in the order of their numbers, numbers in as few bytes as do, since what is read
 * one way only cannot mean something else elsewhere.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED
 * @see Protocol Buffers documentation, "Encoding"
 */
function readProtobuf(bytes: Bytes): ProtobufFields {
  const reader = byteReader(bytes, malformedTransaction);
  const fields = new Map<number, (bigint | Bytes)[]>();
  let last = 0;
  while (reader.left() > 0) {
    const tag = readNumber(reader);
    const number = Math.floor(tag / 8);
    if (number < last || number === 0) throw malformedTransaction('its fields are not in order');
    last = number;
    const value = readValue(reader, tag % 8);
    const values = fields.get(number);
    if (values) values.push(value);
    else fields.set(number, [value]);
  }
  return fields;
}

function readValue(reader: ByteReader, wireType: number): bigint | Bytes {
  if (wireType === 0) return readVarint(reader);
  if (wireType === 2) return reader.take(readNumber(reader));
  throw malformedTransaction('a field of an unknown kind');
}

/** A number where whole numbers below 2^53 are of use: more becomes one that is too large, too. Most have one byte. */
function readNumber(reader: ByteReader): number {
  const first = reader.byte();
  return first < 0x80 ? first : Number(readVarint(reader, first));
}

function readVarint(reader: ByteReader, first = reader.byte()): bigint {
  if (first < 0x80) return BigInt(first);
  let value = BigInt(first & 0x7f);
  for (let shift = 7n; shift < 70n; shift += 7n) {
    const byte = reader.byte();
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) {
      if (byte === 0 || value >= 1n << 64n) break;
      return value;
    }
  }
  throw malformedTransaction('a number');
}

/** Reads one message's fields: each at most once, except lists; unread fields are refused in the end. */
export type MessageReader = {
  /** A signed number of 64 bits; `undefined` where it is left out. */
  readonly integer: (number: number) => bigint | undefined;
  readonly bytes: (number: number) => Bytes | undefined;
  readonly text: (number: number) => string | undefined;
  readonly list: (number: number) => readonly Bytes[];
  readonly checkAllRead: () => void;
};

/** @throws {RefusedError} TRANSACTION_MALFORMED, as its functions do */
export function messageReader(bytes: Bytes): MessageReader {
  const fields = readProtobuf(bytes);
  const known = new Set<number>();
  const values = (number: number): readonly (bigint | Bytes)[] => {
    known.add(number);
    return fields.get(number) ?? [];
  };
  const single = (number: number): bigint | Bytes | undefined => {
    const all = values(number);
    if (all.length > 1) throw malformedTransaction(`field ${number} stands twice`);
    return all[0];
  };
  const ofBytes = (value: bigint | Bytes): Bytes => {
    if (typeof value === 'bigint') throw malformedTransaction('a number instead of bytes');
    return value;
  };
  const bytesOf = (number: number): Bytes | undefined => {
    const value = single(number);
    return value === undefined ? undefined : ofBytes(value);
  };
  return {
    integer(number) {
      const value = single(number);
      if (value !== undefined && typeof value !== 'bigint') throw malformedTransaction('bytes instead of a number');
      return value === undefined ? undefined : BigInt.asIntN(64, value);
    },
    bytes: bytesOf,
    text(number) {
      const value = bytesOf(number);
      try {
        return value === undefined ? undefined : fromUtf8(value);
      } catch (cause) {
        throw malformedTransaction('a text that is not UTF-8', cause);
      }
    },
    list: (number) => values(number).map(ofBytes),
    checkAllRead() {
      const unknown = [...fields.keys()].find((number) => !known.has(number));
      if (unknown !== undefined) throw malformedTransaction(`field ${unknown} is not known`);
    },
  };
}

/** A field of bytes. */
export const writeBytes = (number: number, bytes: Bytes): Bytes =>
  concat(Uint8Array.of((number << 3) | 2), varint(bytes.length), bytes);

function varint(value: number): Bytes {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Uint8Array.of(...bytes, rest);
    bytes.push((rest & 0x7f) | 0x80);
  }
}
