import type { Bytes } from '../bytes.js';

/** A node of a tree of keys. `key` and `chainCode`: 32 bytes each, both secret. */
export type ExtendedKey = {
  readonly key: Bytes;
  readonly chainCode: Bytes;
};

/** HMAC-SHA512, its two halves read as a key and a chain code. */
export type Expand = (hmacKey: Bytes, ...data: readonly Bytes[]) => ExtendedKey;

/**
 * The one step that BIP-32 and SLIP-10 are made of.
 *
 * Its modules come one after the other: Jest fails to link two that are asked for at once and import the same.
 */
export async function loadExpand(): Promise<Expand> {
  const { hmac } = await import('@noble/hashes/hmac.js');
  const { sha512 } = await import('@noble/hashes/sha2.js');
  return (hmacKey, ...data) => {
    const mac = hmac.create(sha512, hmacKey);
    for (const part of data) mac.update(part);
    const digest = new Uint8Array(64);
    mac.digestInto(digest);
    return { key: digest.subarray(0, 32), chainCode: digest.subarray(32) };
  };
}

/** A child number as the standards write it: 4 bytes, big-endian. */
export function uint32(number: number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}
