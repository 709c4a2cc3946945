import type { Bytes } from '../bytes.js';

/** The number of points of secp256k1, which every secret key is below. @see SEC 2 v2, 2.4.1 */
export const secp256k1Order: bigint = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Whether bytes are a secret key: 32 of them, big-endian, from 1 to the order less 1. */
export function isSecretKey(bytes: Bytes, order: bigint): boolean {
  if (bytes.length !== 32) return false;
  const scalar = toScalar(bytes);
  return scalar > 0n && scalar < order;
}

/**
 * A child's key: the tweak added to the parent's, modulo the order. Bytes are big-endian, 32 each.
 *
 * @returns undefined where the standards call the child invalid: the tweak is not below the order, or the sum is zero.
 * @see BIP-32, "Private parent key → private child key"
 */
export function addTweak(tweak: Bytes, parent: Bytes, order: bigint): Bytes | undefined {
  const scalar = toScalar(tweak);
  const sum = (scalar + toScalar(parent)) % order;
  return scalar < order && sum !== 0n ? fromScalar(sum) : undefined;
}

function toScalar(bytes: Bytes): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 32);
  return [0, 8, 16, 24].reduce((scalar, at) => (scalar << 64n) | view.getBigUint64(at), 0n);
}

function fromScalar(scalar: bigint): Bytes {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  for (const at of [0, 8, 16, 24]) view.setBigUint64(at, BigInt.asUintN(64, scalar >> BigInt(192 - 8 * at)));
  return bytes;
}
