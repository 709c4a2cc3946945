import { describe, expect, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import type { Store } from '../../../src/service/store/store.js';
import { sharedDatabases } from '../../support/stores.js';

describe.each(sharedDatabases)('several stores on one database: $name', ({ fresh }) => {
  test('migrating at once makes the tables once', async () => {
    const opener = await fresh();
    const opened = await Promise.all(Array.from({ length: 4 }, opener));
    await Promise.all(opened.map(migrate));
    await expectMigratedOnce(opened[0] as Store);
    await Promise.all(opened.map((store) => store.close()));
  });

  test('no addition is lost between two of them', async () => {
    const opener = await fresh();
    const opened = await Promise.all([opener(), opener()]);
    await migrate(opened[0]);
    const row = { organization_id: 'counter', parent_id: null, name: '', root_quorum_threshold: 0, created_at_ms: 1 };
    await opened[0].db.insertInto('organizations').values(row).execute();
    const addOne = (store: Store) =>
      store.transaction(async (transaction) => {
        const { root_quorum_threshold } = await transaction
          .selectFrom('organizations')
          .select('root_quorum_threshold')
          .executeTakeFirstOrThrow();
        await transaction
          .updateTable('organizations')
          .set({ root_quorum_threshold: root_quorum_threshold + 1 })
          .execute();
      });
    await Promise.all(opened.flatMap((store) => Array.from({ length: 40 }, () => addOne(store))));
    const after = await opened[1].db.selectFrom('organizations').select('root_quorum_threshold').execute();
    expect(after).toEqual([{ root_quorum_threshold: 80 }]);
    await Promise.all(opened.map((store) => store.close()));
  });

  test('of changes at once, as many are made as their condition allows', async () => {
    const opener = await fresh();
    const opened = await Promise.all([opener(), opener()]);
    await migrate(opened[0]);
    const row = { organization_id: 'counter', parent_id: null, name: '', root_quorum_threshold: 0, created_at_ms: 1 };
    await opened[0].db.insertInto('organizations').values(row).execute();
    const addOne = ({ change }: Store) =>
      change((db) =>
        db
          .updateTable('organizations')
          .set((columns) => ({ root_quorum_threshold: columns('root_quorum_threshold', '+', 1) }))
          .where('organization_id', '=', 'counter')
          .where('root_quorum_threshold', '<', 30)
          .returning('root_quorum_threshold as count')
          .execute(),
      );
    const made = await Promise.all(opened.flatMap((store) => Array.from({ length: 40 }, () => addOne(store))));
    const counts = made.flat().map(({ count }) => count);
    expect(counts.sort((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    await Promise.all(opened.map((store) => store.close()));
  });

  test('a change by one statement undoes no transaction that looked at the same', async () => {
    const opener = await fresh();
    const [reader, other] = await Promise.all([opener(), opener()]);
    await migrate(reader);
    const row = { parent_id: null, name: '', root_quorum_threshold: 0, created_at_ms: 1 };
    const add = (id: string) => ({ ...row, organization_id: id });
    let runs = 0;
    let changed: Promise<unknown> = Promise.resolve();
    await reader.transaction(async (transaction) => {
      runs += 1;
      await transaction.selectFrom('organizations').selectAll().where('organization_id', '=', 'one').execute();
      await transaction.insertInto('organizations').values(add('two')).execute();
      const change = other.change(async (db) => {
        await db.selectFrom('organizations').selectAll().where('organization_id', '=', 'two').execute();
        return db.insertInto('organizations').values(add('one')).execute();
      });
      if (other.kind === 'postgres') await change;
      else changed = change;
    });
    await changed;
    expect(runs).toBe(1);
    await Promise.all([reader.close(), other.close()]);
  });

  test('a column that a later version adds meanwhile hinders no statement that was put before', async () => {
    const opener = await fresh();
    const [older, later] = await Promise.all([opener(), opener()]);
    await migrate(older);
    const row = { organization_id: 'one', parent_id: null, name: '', root_quorum_threshold: 1, created_at_ms: 1 };
    await older.db.insertInto('organizations').values(row).execute();
    const find = (id: string) =>
      older.read((db) => db.selectFrom('organizations').selectAll().where('organization_id', '=', id).execute());
    const change = (id: string) =>
      older.transaction((transaction) =>
        transaction.selectFrom('organizations').selectAll().where('organization_id', '=', id).execute(),
      );
    await Promise.all(Array.from({ length: 8 }, () => find('one')));
    await later.db.schema.alterTable('organizations').addColumn('later', 'text').execute();
    for (const ask of [find, change]) expect(await ask('one')).toMatchObject([{ organization_id: 'one' }]);
    await Promise.all([older.close(), later.close()]);
  });

  test('a write that found the database locked is no hindrance to the next', async () => {
    const opener = await fresh();
    const [holder, other] = await Promise.all([opener(), opener()]);
    await migrate(holder);
    const row = { parent_id: null, name: '', root_quorum_threshold: 0, created_at_ms: 1 };
    const add = (id: string) => ({ ...row, organization_id: id });
    await holder.transaction(async (transaction) => {
      await transaction.insertInto('organizations').values(add('held')).execute();
      const write = other.db.insertInto('organizations').values(add('beside')).execute();
      if (other.kind === 'sqlite') await expect(write).rejects.toMatchObject({ code: 'STORE_BUSY' });
      else await write;
    });
    await other.read((db) => db.selectFrom('organizations').selectAll().execute());
    await holder.transaction((transaction) => transaction.insertInto('organizations').values(add('later')).execute());
    const ids = await other.read((db) => db.selectFrom('organizations').select('organization_id').execute());
    expect(ids).toContainEqual({ organization_id: 'later' });
    await other.transaction((transaction) => transaction.insertInto('organizations').values(add('last')).execute());
    await Promise.all([holder.close(), other.close()]);
  });

  test('committed data is there for those who open it later', async () => {
    const opener = await fresh();
    const first = await opener();
    await migrate(first);
    const key = { organization_id: 'o', purpose: 'signer' as const, public_key: '02', sealed_key: Uint8Array.of(1) };
    await first.transaction((transaction) => transaction.insertInto('trust_keys').values(key).execute());
    await first.close();
    const second = await opener();
    expect(await second.db.selectFrom('trust_keys').selectAll().execute()).toEqual([key]);
    await second.close();
  });
});

async function expectMigratedOnce(store: Store): Promise<void> {
  const migrations = await store.db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  expect(migrations[0]).toEqual({ name: '0001-first-tables' });
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
}
