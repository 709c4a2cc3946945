import type { Bytes } from '../../../crypto/bytes.js';
import { malformed } from './malformed.js';

/** Reads bytes from the start; throws when more are requested than there are. */
export type ByteReader = {
  readonly left: () => number;
  readonly take: (length: number) => Bytes;
  readonly byte: () => number;
};

/** @throws {RefusedError} TRANSACTION_MALFORMED, from what it reads, where the bytes end too early */
export function byteReader(bytes: Bytes): ByteReader {
  let at = 0;
  const take = (length: number): Bytes => {
    if (length > bytes.length - at) throw malformed('it is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  return { left: () => bytes.length - at, take, byte: () => take(1)[0] ?? 0 };
}

/** @throws {RefusedError} TRANSACTION_MALFORMED where something follows */
export function checkEnd({ left }: ByteReader): void {
  if (left() > 0) throw malformed('something follows it');
}

/** A whole number, low byte first. */
export const littleEndian = (bytes: Bytes): bigint =>
  bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
