import type { SqliteDatabase } from 'kysely';
import type { Database } from 'libsql';

/**
 * libsql for Kysely, with a workaround: a statement that finds the file locked by another process stays open in libsql 0.5. While it is
 * open, no other statement outside a transaction ends: a read keeps its view of the file, so that later reads are old and no transaction
 * can begin (SQLITE_BUSY_SNAPSHOT); a write is never committed. libsql has no way to close it; but if it is run again in query-only mode,
 * it cannot write, and ends with an error that does close it.
 *
 * @see https://sqlite.org/rescode.html#busy_snapshot, https://sqlite.org/pragma.html#pragma_query_only
 */
export function closeWhenLockedOut(database: Database): SqliteDatabase {
  const attempt = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      // Inside a transaction the lock is ours: nothing finds it taken, and nothing may run twice.
      if (isLockedOut(error) && !database.inTransaction) runWithoutWriting(database, run);
      throw error;
    }
  };
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.reader,
        all: (values) => attempt(() => statement.all(values)),
        run: (values) => attempt(() => statement.run(values)),
        iterate: (values) => statement.iterate(values),
      };
    },
  };
}

function runWithoutWriting(database: Database, run: () => unknown): void {
  database.prepare('pragma query_only = on').all();
  try {
    run();
  } catch {
    // The error that closes it.
  } finally {
    database.prepare('pragma query_only = off').all();
  }
}

/** SQLITE_BUSY and its extended codes. */
function isLockedOut(error: unknown): boolean {
  return ((error as { rawCode?: number }).rawCode ?? 0) % 256 === 5;
}
