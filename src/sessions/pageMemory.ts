import type { StoredKey } from './keyTable.js';

/** What is remembered for as long as a page lives, where its browser keeps nothing. */
export type Memory = {
  /** By public key. */
  readonly keys: Map<string, StoredKey>;
  /** By the name that a storage would keep it under. */
  readonly entries: Map<string, string>;
};

/** One for all clients of a page, so that they agree on who is logged in. On a server each has its own: they are different people's. */
export function pageMemory(): Memory {
  try {
    return typeof document === 'undefined' ? emptyMemory() : ofThisPage;
  } catch {
    return emptyMemory(); // a server that has the name, and throws
  }
}

const emptyMemory = (): Memory => ({ keys: new Map(), entries: new Map() });

const ofThisPage = emptyMemory();
