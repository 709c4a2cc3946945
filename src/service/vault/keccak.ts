import { type Bytes, concat } from '../../crypto/bytes.js';

/** Ethereum's hash, ready to be used many times. @returns 32 bytes. */
export type Keccak256 = (...parts: readonly Bytes[]) => Bytes;

/** The hash of all parts in a row. @see FIPS 202 (with the padding of the first proposal, as Ethereum has it) */
export async function loadKeccak256(): Promise<Keccak256> {
  const { keccak_256 } = await import('@noble/hashes/sha3.js');
  return (...parts) => keccak_256(concat(...parts));
}
