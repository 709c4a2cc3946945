import type { SigningKey } from '../crypto/p256.js';
import type { SessionError } from './sessionError.js';
import { createStoredKey, madeBefore, type StoredKey } from './storedKey.js';

/**
 * Where signing keys are kept. A key is named by its public half: 66 lowercase hex digits, SEC 1 compressed. The private half
 * can be used and cannot be read: a script in the page can sign with it while it runs there, and cannot carry it away.
 */
export type KeyStore = {
  /** Makes a key pair and stores it before it resolves. */
  create(): Promise<SigningKey>;
  /** The key, or `undefined` where this device does not hold it. Asked again, it answers from memory. */
  get(publicKey: string): Promise<SigningKey | undefined>;
  /** Forgets a key. One that is not held is no error. */
  remove(publicKey: string): Promise<void>;
  /** The public keys that are held; with `createdBeforeMs` (since 1970) only those made before that moment. */
  list(createdBeforeMs?: number): Promise<string[]>;
  /** Whether keys survive a reload of the page. */
  readonly durable: boolean;
  /** Why they do not, where that was not asked for. */
  readonly reason?: SessionError | undefined;
};

/** What a key store needs from outside: the time, in milliseconds since 1970. */
export type KeyStoreOptions = { clock?: () => number };

/** Keeps keys as long as the page lives. */
export function memoryKeyStore({ clock = Date.now }: KeyStoreOptions = {}): KeyStore {
  const held = new Map<string, StoredKey>();
  return {
    durable: false,
    async create() {
      const key = await createStoredKey(clock);
      held.set(key.publicKey, key);
      return key;
    },
    get: async (publicKey) => held.get(publicKey),
    remove: async (publicKey) => void held.delete(publicKey),
    list: async (createdBeforeMs = Infinity) => madeBefore(createdBeforeMs, held.values()),
  };
}
