import { Migrator, sql, type TableMetadata } from 'kysely';
import { migrations } from '../../../src/service/store/migrations.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import type { Store } from '../../../src/service/store/store.js';
import { freshDatabase } from '../../support/postgres.js';

/** Brings an empty database to what it was before a migration, which is named by its number: `0031`. */
export async function migrateUntil({ db, kind }: Store, number: string): Promise<void> {
  const older = Object.entries(await migrations(kind)).filter(([name]) => name < number);
  const provider = { getMigrations: async () => Object.fromEntries(older) };
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Another database, as it was before a migration, with the rows of this one: every table and column that there was then and is now. It
 * is the caller's to close.
 */
export async function copyFromBefore(store: Store, number: string): Promise<Store> {
  const copy = await emptyStoreOf(store.kind);
  await migrateUntil(copy, number);
  const now = new Map((await store.db.introspection.getTables()).map((table) => [table.name, namesIn(table)]));
  for (const table of await copy.db.introspection.getTables()) {
    const columns = namesIn(table).filter((column) => now.get(table.name)?.includes(column));
    if (columns.length > 0) await copyRows(store, copy, table.name, columns);
  }
  return copy;
}

/** A database without tables. It is the caller's to close. */
export const emptyStoreOf = async (kind: Store['kind']): Promise<Store> =>
  kind === 'sqlite' ? openLibsql(':memory:') : openPostgres(await freshDatabase());

const namesIn = ({ columns }: TableMetadata): string[] => columns.map(({ name }) => name);

async function copyRows(from: Store, to: Store, name: string, columns: readonly string[]): Promise<void> {
  const [table, list] = [sql.table(name), sql.join(columns.map((column) => sql.ref(column)))];
  await sql`delete from ${table}`.execute(to.db);
  const { rows } = await sql<Record<string, unknown>>`select ${list} from ${table}`.execute(from.db);
  for (const row of rows) {
    const values = sql.join(columns.map((column) => row[column]));
    await sql`insert into ${table} (${list}) values (${values})`.execute(to.db);
  }
}
