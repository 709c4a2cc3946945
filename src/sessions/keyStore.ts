import { newSigningKey } from '../crypto/newSigningKey.js';
import type { SigningKey } from '../crypto/p256.js';
import type { KeyTable, StoredKey } from './keyTable.js';
import type { SessionError } from './sessionError.js';

/**
 * A store of signing keys. A key is named by its public half: 66 lowercase hex digits, SEC 1 compressed. The private half is
 * non-extractable: a script in the page can sign with it while it runs there, but cannot copy it.
 */
export type KeyStore = {
  /** Creates a key pair and stores it before it resolves. */
  create(): Promise<SigningKey>;
  /** The key, or `undefined` if this device does not have it. Later calls answer from memory. */
  get(publicKey: string): Promise<SigningKey | undefined>;
  /** Deletes a key. A missing one is no error. */
  remove(publicKey: string): Promise<void>;
  /** The public keys of all keys; with `createdBeforeMs` (since 1970) only those created before that. */
  list(createdBeforeMs?: number): Promise<string[]>;
  /** Whether keys survive a reload of the page. */
  readonly durable: boolean;
  /** Why they do not, if that was not chosen. */
  readonly reason?: SessionError | undefined;
};

/** A key store's dependencies: the time, in milliseconds since 1970. */
export type KeyStoreOptions = { clock?: () => number };

/** Keeps keys in memory, as long as the page lives. */
export function memoryKeyStore(options: KeyStoreOptions = {}): KeyStore {
  const nowhere = async () => undefined;
  const table = { add: nowhere, get: nowhere, delete: nowhere, getAll: nowhere };
  return { ...keysIn(table, options), durable: false };
}

/** The keys of a table, with those already read in memory. */
export function keysIn(table: KeyTable, { clock = Date.now }: KeyStoreOptions): Omit<KeyStore, 'durable' | 'reason'> {
  const known = new Map<string, StoredKey>();
  return {
    async create() {
      const key = { ...(await newSigningKey()), createdAtMs: clock() };
      await table.add(key);
      known.set(key.publicKey, key);
      return key;
    },
    async get(publicKey) {
      const key = known.get(publicKey) ?? (await table.get(publicKey));
      if (key !== undefined) known.set(publicKey, key);
      return key;
    },
    async remove(publicKey) {
      try {
        await table.delete(publicKey);
      } finally {
        known.delete(publicKey); // last, so that a read under way does not leave the key in memory
      }
    },
    async list(createdBeforeMs = Infinity) {
      const stored = (await table.getAll()) ?? [];
      const keys = [...known.values(), ...stored].filter(({ createdAtMs }) => createdAtMs < createdBeforeMs);
      return [...new Set(keys.map(({ publicKey }) => publicKey))];
    },
  };
}
