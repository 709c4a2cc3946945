import type { Bytes } from './bytes.js';

/** Makes the error of bytes that are not what they should be. `about`: what is wrong with them. */
export type Malformed = (about: string) => Error;

/** Reads bytes from the start; throws when more are requested than there are. */
export type ByteReader = {
  readonly left: () => number;
  readonly take: (length: number) => Bytes;
  readonly byte: () => number;
  /** The bytes that are next, or as many as there are, which stay there. */
  readonly next: (length: number) => Bytes;
};

/** @param malformed - makes what is thrown, from what it reads, where the bytes end too early. */
export function byteReader(bytes: Bytes, malformed: Malformed): ByteReader {
  let at = 0;
  const take = (length: number): Bytes => {
    if (length > bytes.length - at) throw malformed('it is cut off');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = (): number => {
    const value = bytes[at];
    if (value === undefined) throw malformed('it is cut off');
    at += 1;
    return value;
  };
  const next = (length: number): Bytes => bytes.subarray(at, at + length);
  return { left: () => bytes.length - at, take, byte, next };
}

/** A whole number, low byte first. */
export const littleEndian = (bytes: Bytes): bigint =>
  bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
