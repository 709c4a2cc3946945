import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/service/store/store.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { openEmptied } from '../../support/emptied.js';
import { signUp } from '../../support/wire.js';

if (inject('postgresUrl')) {
  test('a database that an earlier test used is empty for the next one', async () => {
    const store = await openEmptied();
    const name = await nameOf(store);
    const service = await createTestService({ store });
    await signUp(service, 'ada@example.com');
    expect(await filledTables(store)).toContain('users');
    await service.close();
    const next = await opened();
    expect(await nameOf(next)).toBe(name);
    expect(await filledTables(next)).toEqual([]);
  });

  test('a database is closed once, however often, and two at a time are two', async () => {
    const store = await openEmptied();
    await store.close();
    await store.close();
    const [one, another] = [await opened(), await opened()];
    expect(await nameOf(one)).not.toBe(await nameOf(another));
  });

  test('a database whose tables a test changed is given to no other test', async () => {
    const store = await openEmptied();
    const name = await nameOf(store);
    await store.db.schema.alterTable('users').addColumn('shoe_size', 'integer').execute();
    await store.close();
    expect(await nameOf(await opened())).not.toBe(name);
  });
}

async function opened(): Promise<Store> {
  const store = await openEmptied();
  onTestFinished(() => store.close());
  return store;
}

async function nameOf({ db }: Store): Promise<string | undefined> {
  return (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name;
}

async function filledTables({ db }: Store): Promise<string[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const counted = tables.map(async (name) => {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    return rows.length === 0 ? [] : [name];
  });
  return (await Promise.all(counted)).flat();
}
