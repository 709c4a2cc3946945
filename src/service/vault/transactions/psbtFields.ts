import { type ByteReader, byteReader, littleEndian } from '../../../crypto/byteReader.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { malformedTransaction } from './malformed.js';

/** A field of a PSBT, or the end of a map, which has an empty name and value. */
export type PsbtField = {
  /** The place of its map: 0 is about the whole transaction, then one of each input, then one of each output. */
  readonly map: number;
  /** Begins with its type. */
  readonly name: Bytes;
  readonly value: Bytes;
  /** As it stands there, with both lengths. */
  readonly written: Bytes;
};

/** Bytes that every PSBT begins with. */
export const magicLength = 5;

/**
 * One after the other, as they stand there.
 *
 * @throws {RefusedError} TRANSACTION_MALFORMED, where the bytes end too early
 * @see BIP-174, "Specification"
 */
export function* psbtFields(psbt: Bytes): Generator<PsbtField> {
  const reader = byteReader(psbt, malformedTransaction);
  reader.take(Math.min(magicLength, reader.left()));
  for (let map = 0; reader.left() > 0; ) {
    const from = psbt.length - reader.left();
    const name = reader.take(lengthIn(reader));
    const value = name.length === 0 ? name : reader.take(lengthIn(reader));
    yield { map, name, value, written: psbt.subarray(from, psbt.length - reader.left()) };
    if (name.length === 0) map += 1;
  }
}

/** A length as Bitcoin writes it. */
export function lengthIn(reader: ByteReader): number {
  const first = reader.byte();
  return first < 0xfd ? first : Number(littleEndian(reader.take(2 ** (first - 0xfc))));
}
