import type { Database } from 'libsql';
import { peer } from '../peer.js';
import { storeErrorOf } from './storeError.js';

/**
 * Commits a transaction of this connection while the event loop goes on. A commit waits for the disk, and each 4 MiB one also writes the
 * log into the file (a checkpoint): 0.2 ms to 100 ms, by the disk. Meanwhile nothing else may be asked of the connection: Kysely gives it to
 * one at a time.
 *
 * Only connections of `libsql/promise` can do that, and their other statements are slower. Both hold the same native connection, so one of
 * `libsql` borrows their `exec`.
 */
export async function commitInBackground(database: Database): Promise<() => Promise<void>> {
  const { exec } = (await peer('libsql', () => import('libsql/promise'))).default.prototype;
  return async () => {
    try {
      await exec.call(database, 'commit');
    } catch (error) {
      throw storeErrorOf(error);
    }
  };
}
