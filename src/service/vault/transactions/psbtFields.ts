import { type ByteReader, byteReader, littleEndian } from '../../../crypto/byteReader.js';
import type { Bytes } from '../../../crypto/bytes.js';
import { malformedTransaction } from './malformed.js';

/** A field of a PSBT, or the end of a map, which has an empty name and value. */
export type PsbtField = {
  /** The place of its map: 0 is about the whole transaction, then one of each input, then one of each output. */
  readonly map: number;
  readonly about: 'all' | 'input' | 'output';
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
 * @throws {RefusedError} TRANSACTION_MALFORMED, where the bytes end too early, and where it is written in both versions: the library tries
 * both, each to its end
 * @see BIP-174, "Specification"; BIP-370, "Specification"
 */
export function* psbtFields(psbt: Bytes): Generator<PsbtField> {
  const reader = byteReader(psbt, malformedTransaction);
  reader.take(Math.min(magicLength, reader.left()));
  let inputs: number | undefined;
  for (let map = 0; reader.left() > 0; ) {
    const from = psbt.length - reader.left();
    const name = reader.take(lengthIn(reader));
    const value = name.length === 0 ? name : reader.take(lengthIn(reader));
    const counted = map === 0 ? inputsIn(name, value) : undefined;
    if (counted !== undefined && inputs !== undefined) throw malformedTransaction('it is written in both versions');
    inputs ??= counted;
    const about = map === 0 ? 'all' : map <= (inputs ?? 0) ? 'input' : 'output';
    yield { map, about, name, value, written: psbt.subarray(from, psbt.length - reader.left()) };
    if (name.length === 0) map += 1;
  }
}

/** How many inputs a field about the whole transaction tells: in version 0 all of it is one field, in version 2 their count is. */
function inputsIn([type]: Bytes, value: Bytes): number | undefined {
  if (type !== unsignedTransaction && type !== inputCount) return undefined;
  const reader = byteReader(value, malformedTransaction);
  if (type === unsignedTransaction) reader.take(4);
  return lengthIn(reader);
}

const unsignedTransaction = 0x00;
const inputCount = 0x04;

/** A length as Bitcoin writes it. */
export function lengthIn(reader: ByteReader): number {
  const first = reader.byte();
  return first < 0xfd ? first : Number(littleEndian(reader.take(2 ** (first - 0xfc))));
}
