import type { SigningKey } from '../crypto/p256.js';

/** A stored signing key, with the time of its creation in milliseconds since 1970. */
export type StoredKey = SigningKey & { readonly createdAtMs: number };

/** A table of keys by public key. If storage is unavailable it returns `undefined`. */
export type KeyTable = {
  add(key: StoredKey): Promise<unknown>;
  get(publicKey: string): Promise<StoredKey | undefined>;
  delete(publicKey: string): Promise<unknown>;
  getAll(): Promise<StoredKey[] | undefined>;
};
