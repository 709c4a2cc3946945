import type { StoredKey } from './keyTable.js';

/** Data kept as long as a page lives, if the browser stores nothing. */
export type Memory = {
  /** By public key. */
  readonly keys: Map<string, StoredKey>;
  /** By the name of the storage entry. */
  readonly entries: Map<string, string>;
};

/**
 * One for all clients of a page, so that they agree on who is logged in. On a server each client has its own, since they serve different
 * people.
 */
export function pageMemory(): Memory {
  try {
    return typeof document === 'undefined' ? emptyMemory() : ofThisPage;
  } catch {
    return emptyMemory(); // a server that defines the name, and throws
  }
}

const emptyMemory = (): Memory => ({ keys: new Map(), entries: new Map() });

const ofThisPage = emptyMemory();
