import type { SqliteDatabase } from 'kysely';
import type { Database, SqlValue } from 'sql.js';
import { peer } from '../peer.js';
import { guardSqlite } from './guardSqlite.js';
import { type Store, storeOn } from './store.js';

/**
 * Opens an empty SQLite in memory through sql.js, inside a page or anywhere else; it is gone when closed.
 *
 * @param wasmUrl - where a page finds sql.js's WebAssembly (`sql.js/dist/sql-wasm-browser.wasm`); Node finds it by itself.
 * @throws {PeerError} PEER_MISSING
 */
export async function openSqlJs({ wasmUrl }: { wasmUrl?: string } = {}): Promise<Store> {
  return storeOnSqlJs(await openDatabase({ wasmUrl }));
}

/** A database in memory: empty, or as the bytes of a file say. */
export async function openDatabase({
  wasmUrl,
  file,
}: {
  wasmUrl?: string | undefined;
  file?: Uint8Array;
}): Promise<Database> {
  const { default: initSqlJs } = await peer('sql.js', () => import('sql.js'));
  const { Database } = await initSqlJs(wasmUrl === undefined ? {} : { locateFile: () => wasmUrl });
  return new Database(file);
}

export async function storeOnSqlJs(database: Database): Promise<Store> {
  const { kyselyOnSqlite } = await peer('kysely', () => import('./kyselyOn.js'));
  database.run('pragma foreign_keys = on');
  return storeOn('sqlite', kyselyOnSqlite(guardSqlite(asBetterSqlite(database), { keep: 0 })));
}

/** sql.js with the interface of better-sqlite3, which Kysely uses. A statement is used once, then its memory is freed. */
function asBetterSqlite(database: Database): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const all = (values: readonly unknown[]) => {
        try {
          statement.bind(values.map(bindable));
          const rows: unknown[] = [];
          while (statement.step()) rows.push(statement.getAsObject());
          return rows;
        } finally {
          statement.free();
        }
      };
      return {
        reader: statement.getColumnNames().length > 0,
        all,
        iterate: (values) => all(values).values(),
        run(values) {
          all(values);
          return { changes: database.getRowsModified(), lastInsertRowid: 0 };
        },
      };
    },
  };
}

/** sql.js would bind a bigint as text. */
function bindable(value: unknown): SqlValue {
  return typeof value === 'bigint' ? Number(value) : (value as SqlValue);
}
