import { toHex } from './hex.js';
import { importVerifyingKey, type VerifyP256, verifyByKey } from './p256.js';

/**
 * {@link VerifyP256} by WebCrypto for a service that sees the same keys again: it keeps those that were used last, since to open
 * one takes as long as to verify a signature (85 of 170 µs on Node). Keeping a key says nothing about what it may do.
 *
 * @param most - how many keys.
 */
export function createVerifier(most: number = 1_000): VerifyP256 {
  const kept = new Map<string, CryptoKey>();
  return async (publicKey, signature, message) => {
    const id = toHex(publicKey);
    const key = kept.get(id) ?? (await importVerifyingKey(publicKey));
    kept.delete(id); // set again, so that the map's first entry is the one longest unused
    kept.set(id, key);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return verifyByKey(key, signature, message);
  };
}
