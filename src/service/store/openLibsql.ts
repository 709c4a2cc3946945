import { peer } from '../peer.js';
import { guardSqlite } from './guardSqlite.js';
import { retried } from './retried.js';
import { type Store, storeOn } from './store.js';
import { storeErrorOf } from './storeError.js';

/**
 * Opens SQLite through libsql: a file, made when absent, or `:memory:`. The folder must exist; its permissions and the
 * file's are the caller's. Every commit is on the disk when it returns (write-ahead log, `synchronous = full`).
 *
 * @throws {StoreError} STORE_UNAVAILABLE where the file cannot be opened or is not a database
 * @throws {PeerError} PEER_MISSING
 */
export async function openLibsql(path: string): Promise<Store> {
  const { default: Database } = await peer('libsql', () => import('libsql'));
  const { kyselyOnSqlite } = await peer('kysely', () => import('./kyselyOn.js'));
  const database = await retried(async () => {
    try {
      const opened = new Database(path, { timeout: busyTimeoutMs });
      opened.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
      return opened;
    } catch (error) {
      throw storeErrorOf(error);
    }
  });
  return storeOn('sqlite', kyselyOnSqlite(guardSqlite(database, { keep: 500 })));
}

/** How long one try waits for another process's lock. Short, since libsql waits with the whole process; `retried` waits on. */
const busyTimeoutMs = 10;
