import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/service/store/migrations.js';
import { openLibsql } from '../../src/service/store/openLibsql.js';
import { openSqlJs } from '../../src/service/store/openSqlJs.js';
import type { Store } from '../../src/service/store/store.js';
import { makeTables } from '../../src/testing/makeTables.js';

test.each([
  { name: 'libsql', open: () => openLibsql(':memory:') },
  { name: 'sql.js', open: () => openSqlJs() },
])(
  'the tables of every test service are those of the migrations, which have nothing left to do, on $name',
  async ({ open }) => {
    const [migrated, first, second] = [await opened(open), await opened(open), await opened(open)];
    await migrate(migrated);
    await Promise.all([makeTables(first), makeTables(second)]);
    const expected = await contents(migrated);
    expect(expected.parts.length).toBeGreaterThan(80);
    for (const store of [first, second]) {
      expect(await contents(store)).toEqual(expected);
      await migrate(store);
      expect(await contents(store)).toEqual(expected);
    }
  },
);

async function opened(open: () => Promise<Store>): Promise<Store> {
  const store = await open();
  onTestFinished(() => store.close());
  return store;
}

/** The tables and indexes, and the migrations that are known to have run. */
async function contents({ db }: Store): Promise<{ parts: unknown[]; migrations: unknown[] }> {
  const parts = await sql`select type, name, tbl_name, sql from sqlite_master order by type, name`.execute(db);
  const migrations = await sql`select name from kysely_migration order by name`.execute(db);
  return { parts: parts.rows, migrations: migrations.rows };
}
