import type { KeyStore, KeyStoreOptions } from './keyStore.js';
import { storageBlocked } from './sessionError.js';
import { createStoredKey, madeBefore, type StoredKey } from './storedKey.js';

/**
 * Keeps keys in IndexedDB (database `latchkey`, object store `keys`), where every tab of the origin finds them and a reload
 * leaves them. Each method throws {@link SessionError} SESSION_STORAGE_BLOCKED where the browser refuses.
 *
 * A connection is opened for each operation and closed after it: operations are rare, and a connection that is not held
 * cannot be lost by the browser, keep a page out of its back/forward cache, or block the deletion of the database.
 */
export function indexedDbKeyStore({ clock = Date.now }: KeyStoreOptions = {}): KeyStore {
  const known = new Map<string, StoredKey>();
  return {
    durable: true,
    async create() {
      const key = await createStoredKey(clock);
      await transact('readwrite', (keys) => keys.add(key));
      known.set(key.publicKey, key);
      return key;
    },
    async get(publicKey) {
      const key: StoredKey | undefined =
        known.get(publicKey) ?? (await transact('readonly', (keys) => keys.get(publicKey)));
      if (key !== undefined) known.set(publicKey, key);
      return key;
    },
    async remove(publicKey) {
      try {
        await transact('readwrite', (keys) => keys.delete(publicKey));
      } finally {
        known.delete(publicKey); // last, so that a reading that was under way does not leave the key in memory
      }
    },
    list: async (createdBeforeMs = Infinity) =>
      madeBefore(createdBeforeMs, await transact<StoredKey[]>('readonly', (keys) => keys.getAll())),
  };
}

async function transact<T>(mode: IDBTransactionMode, ask: (keys: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  try {
    const database = await openDatabase();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction('keys', mode);
        const request = ask(transaction.objectStore('keys'));
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
    const opening = indexedDB.open('latchkey', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys', { keyPath: 'publicKey' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
