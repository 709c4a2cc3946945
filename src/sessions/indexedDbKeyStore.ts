import { indexedDbTable } from './indexedDbTable.js';
import { type KeyStore, type KeyStoreOptions, keysIn } from './keyStore.js';
import type { KeyTable, StoredKey } from './keyTable.js';

/**
 * Stores keys in IndexedDB ({@link keyDatabase}), shared by every tab of the origin, and across reloads. Each method throws
 * {@link SessionError} SESSION_STORAGE_BLOCKED if the browser refuses.
 */
export function indexedDbKeyStore(options: KeyStoreOptions = {}): KeyStore {
  return { ...keysIn(indexedDbKeys, options), durable: true };
}

/** The database of keys, the same for every app of the origin. */
export const keyDatabase = { name: 'latchkey', version: 1, store: 'keys', keyPath: 'publicKey' } as const;

export const indexedDbKeys: KeyTable = indexedDbTable<StoredKey>(keyDatabase);
