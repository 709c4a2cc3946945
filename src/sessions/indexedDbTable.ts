import { storageBlocked } from './sessionError.js';

/** A database with one store, whose rows are keyed by one of their members. */
export type TableName = {
  readonly name: string;
  readonly version: number;
  readonly store: string;
  readonly keyPath: string;
};

/** Rows in IndexedDB. Each method throws {@link SessionError} SESSION_STORAGE_BLOCKED if the browser refuses. */
export type IndexedDbTable<Row> = {
  add(row: Row): Promise<unknown>;
  get(key: string): Promise<Row | undefined>;
  delete(key: string): Promise<unknown>;
  getAll(): Promise<Row[]>;
};

/** Nothing is opened before the first call. */
export function indexedDbTable<Row>(table: TableName): IndexedDbTable<Row> {
  return {
    add: (row) => transact(table, 'readwrite', (rows) => rows.add(row)),
    get: (key) => transact(table, 'readonly', (rows) => rows.get(key)),
    delete: (key) => transact(table, 'readwrite', (rows) => rows.delete(key)),
    getAll: () => transact(table, 'readonly', (rows) => rows.getAll()),
  };
}

/**
 * A connection is opened for each operation and closed after it: operations are rare, and a connection that is not open cannot be lost by
 * the browser, keep a page out of its back/forward cache, or block the deletion of the database.
 */
async function transact<T>(
  table: TableName,
  mode: IDBTransactionMode,
  ask: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  try {
    const database = await openDatabase(table);
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(table.store, mode);
        const request = ask(transaction.objectStore(table.store));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error); // quota errors arrive only now
      });
    } finally {
      database.close();
    }
  } catch (cause) {
    throw storageBlocked(cause);
  }
}

function openDatabase({ name, version, store, keyPath }: TableName): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store, { keyPath });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
