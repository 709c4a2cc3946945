import { indexedDbKeyStore, indexedDbKeys } from './indexedDbKeyStore.js';
import { type KeyStore, type KeyStoreOptions, keysIn } from './keyStore.js';
import type { StoredKey } from './keyTable.js';
import { pageMemory } from './pageMemory.js';
import { SessionError, storageBlocked } from './sessionError.js';

/**
 * Stores keys in IndexedDB or, if that is unavailable, in the page's memory. It never throws for blocked storage: `durable` becomes false
 * and `reason` says why, from the first operation on. Nothing is opened before that.
 *
 * Whether storage works is found out by storing: some private modes have all of IndexedDB's API, and fail late.
 */
export function openKeyStore(options: KeyStoreOptions = {}): KeyStore {
  let trial: Promise<unknown> | undefined;
  let reason: SessionError | undefined;
  let memory: Map<string, StoredKey> | undefined;
  const refused = () => (memory ??= pageMemory().keys);

  /** The answer, or `undefined` for an error, which is recorded. */
  async function ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    try {
      trial ??= storeOnce();
      await trial;
      return await question();
    } catch (error) {
      reason = error instanceof SessionError ? error : storageBlocked(error);
      return undefined;
    }
  }

  const keys = keysIn(
    {
      async add(key) {
        await ask(() => indexedDbKeys.add(key));
        if (reason) refused().set(key.publicKey, key);
      },
      get: async (publicKey) => (await ask(() => indexedDbKeys.get(publicKey))) ?? refused().get(publicKey),
      async delete(publicKey) {
        refused().delete(publicKey);
        await ask(() => indexedDbKeys.delete(publicKey));
      },
      getAll: async () => [...((await ask(() => indexedDbKeys.getAll())) ?? []), ...refused().values()],
    },
    options,
  );

  return {
    ...keys,
    get durable() {
      return reason === undefined;
    },
    get reason() {
      return reason;
    },
  };
}

async function storeOnce(): Promise<void> {
  const keys = indexedDbKeyStore();
  const { publicKey } = await keys.create();
  await keys.remove(publicKey);
}
