import { targetKeyDatabase } from './targetKeyDatabase.js';
import type { TargetKeyPurpose } from './targetKeys.js';

/**
 * Deletes the target keys of an app for some purposes from IndexedDB. It uses no code of `indexedDbTable`: a logout loads it, and a bundler
 * splits the first load for what a later part shares with it.
 */
export function forgetTargetKeys(app: string, purposes: readonly TargetKeyPurpose['purpose'][]): Promise<void> {
  const { name, version, store } = targetKeyDatabase;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => opening.transaction?.abort(); // this device has none, and needs no database for them
    opening.onerror = () => resolve();
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(store, 'readwrite');
      const walk = transaction.objectStore(store).openCursor();
      walk.onsuccess = () => {
        const cursor = walk.result;
        if (cursor === null) return;
        if (cursor.value.app === app && purposes.includes(cursor.value.purpose)) cursor.delete();
        cursor.continue();
      };
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
      database.close(); // once the transaction is over
    };
  });
}
