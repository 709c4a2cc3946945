import type { SigningKey } from '../crypto/p256.js';

/** A signing key as it is kept: with the moment of its making, in milliseconds since 1970. */
export type StoredKey = SigningKey & { readonly createdAtMs: number };

/** A place for keys, by public key. One that keeps nothing answers `undefined`. */
export type KeyTable = {
  add(key: StoredKey): Promise<unknown>;
  get(publicKey: string): Promise<StoredKey | undefined>;
  delete(publicKey: string): Promise<unknown>;
  getAll(): Promise<StoredKey[] | undefined>;
};
