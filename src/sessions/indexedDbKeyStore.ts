import { type KeyStore, type KeyStoreOptions, keysIn } from './keyStore.js';
import type { KeyTable } from './keyTable.js';
import { storageBlocked } from './sessionError.js';

/**
 * Keeps keys in IndexedDB ({@link keyDatabase}), where every tab of the origin finds them and a reload
 * leaves them. Each method throws {@link SessionError} SESSION_STORAGE_BLOCKED where the browser refuses.
 */
export function indexedDbKeyStore(options: KeyStoreOptions = {}): KeyStore {
  return { ...keysIn(indexedDbKeys, options), durable: true };
}

/** Where the keys lie, the same for every app of the origin. */
export const keyDatabase = { name: 'latchkey', version: 1, store: 'keys', keyPath: 'publicKey' } as const;

/** Nothing is touched before the first call. */
export const indexedDbKeys: KeyTable = {
  add: (key) => transact('readwrite', (keys) => keys.add(key)),
  get: (publicKey) => transact('readonly', (keys) => keys.get(publicKey)),
  delete: (publicKey) => transact('readwrite', (keys) => keys.delete(publicKey)),
  getAll: () => transact('readonly', (keys) => keys.getAll()),
};

/**
 * A connection is opened for each operation and closed after it: operations are rare, and a connection that is not held
 * cannot be lost by the browser, keep a page out of its back/forward cache, or block the deletion of the database.
 */
async function transact<T>(mode: IDBTransactionMode, ask: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const database = await openDatabase();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(keyDatabase.store, mode);
        const request = ask(transaction.objectStore(keyDatabase.store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error); // where no space is left, only now
      });
    } finally {
      database.close();
    }
  } catch (cause) {
    throw storageBlocked(cause);
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const { name, version, store, keyPath } = keyDatabase;
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
