import { indexedDbKeyStore } from './indexedDbKeyStore.js';
import { type KeyStore, type KeyStoreOptions, memoryKeyStore } from './keyStore.js';
import { SessionError, storageBlocked } from './sessionError.js';

/**
 * Keeps keys in IndexedDB and, where the browser refuses that, in memory. It never throws for a blocked storage: `durable`
 * turns false and `reason` tells why, from the first operation on. Nothing is touched before that operation.
 *
 * Whether the browser stores is found out by storing: some private modes have everything that IndexedDB has, and refuse late.
 */
export function openKeyStore(options: KeyStoreOptions = {}): KeyStore {
  const disk = indexedDbKeyStore(options);
  const memory = memoryKeyStore(options);
  let probe: Promise<unknown> | undefined;
  let reason: SessionError | undefined;

  async function ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    try {
      probe ??= storeOnce(disk);
      await probe;
      return await question();
    } catch (error) {
      reason = error instanceof SessionError ? error : storageBlocked(error);
      return undefined;
    }
  }

  return {
    get durable() {
      return reason === undefined;
    },
    get reason() {
      return reason;
    },
    create: async () => (await ask(disk.create)) ?? memory.create(),
    get: async (publicKey) => (await memory.get(publicKey)) ?? ask(() => disk.get(publicKey)),
    async remove(publicKey) {
      await memory.remove(publicKey);
      await ask(() => disk.remove(publicKey));
    },
    list: async (createdBeforeMs) => [
      ...(await memory.list(createdBeforeMs)),
      ...((await ask(() => disk.list(createdBeforeMs))) ?? []),
    ],
  };
}

async function storeOnce(keys: KeyStore): Promise<void> {
  const { publicKey } = await keys.create();
  await keys.remove(publicKey);
}
