import { createSigningKey, type SigningKey } from '../crypto/p256.js';

/** A signing key as it is kept: with the moment of its making, in milliseconds since 1970. */
export type StoredKey = SigningKey & { readonly createdAtMs: number };

export async function createStoredKey(clock: () => number): Promise<StoredKey> {
  return { ...(await createSigningKey()), createdAtMs: clock() };
}

/** The public keys of those made before a moment. */
export function madeBefore(momentMs: number, keys: Iterable<StoredKey>): string[] {
  return [...keys].filter(({ createdAtMs }) => createdAtMs < momentMs).map(({ publicKey }) => publicKey);
}
