import { indexedDbTable } from './indexedDbTable.js';
import { type KeyStore, type KeyStoreOptions, keysIn } from './keyStore.js';
import type { KeyTable, StoredKey } from './keyTable.js';

/**
 * Keeps keys in IndexedDB ({@link keyDatabase}), where every tab of the origin finds them and a reload
 * leaves them. Each method throws {@link SessionError} SESSION_STORAGE_BLOCKED where the browser refuses.
 */
export function indexedDbKeyStore(options: KeyStoreOptions = {}): KeyStore {
  return { ...keysIn(indexedDbKeys, options), durable: true };
}

/** Where the keys lie, the same for every app of the origin. */
export const keyDatabase = { name: 'latchkey', version: 1, store: 'keys', keyPath: 'publicKey' } as const;

export const indexedDbKeys: KeyTable = indexedDbTable<StoredKey>(keyDatabase);
