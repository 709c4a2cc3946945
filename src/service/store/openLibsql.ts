import { peer } from '../peer.js';
import { closeWhenLockedOut } from './closeWhenLockedOut.js';
import { commitInBackground } from './commitInBackground.js';
import { guardSqlite } from './guardSqlite.js';
import { retried } from './retried.js';
import { type Store, storeOn } from './store.js';
import { storeErrorOf } from './storeError.js';
import { noRetries } from './storeState.js';

/**
 * Opens SQLite through libsql: a file, made when absent, or `:memory:`. The folder must exist; its permissions and the
 * file's are the caller's. Every commit is on the disk when it returns (write-ahead log, `synchronous = full`).
 *
 * @throws {StoreError} STORE_UNAVAILABLE where the file cannot be opened or is not a database
 * @throws {PeerError} PEER_MISSING
 */
export async function openLibsql(path: string): Promise<Store> {
  const libsql = await peer('libsql', () => import('libsql'));
  const { kyselyOnSqlite } = await peer('kysely', () => import('./kyselyOn.js'));
  const { sharedCommits } = await import('./sharedCommits.js');
  const open = () => {
    try {
      return new libsql.default(path, { timeout: busyTimeoutMs });
    } catch (error) {
      throw storeErrorOf(error);
    }
  };
  const opened = open();
  const database = guardSqlite(closeWhenLockedOut(opened), { keep: 500 });
  const counts = noRetries();
  try {
    for (const pragma of pragmas) await retried(async () => database.prepare(pragma).all([]), counts);
    const commit = path === ':memory:' ? undefined : await commitInBackground(opened);
    const db = kyselyOnSqlite(database, commit);
    return storeOn('sqlite', db, { counts, transaction: sharedCommits(db, counts, setImmediate) });
  } catch (error) {
    database.close();
    throw error;
  }
}

const pragmas = ['pragma journal_mode = wal', 'pragma synchronous = full', 'pragma foreign_keys = on'];

/** How long one try waits for another process's lock. Short, since libsql waits with the whole process; `retried` waits on. */
const busyTimeoutMs = 10;
