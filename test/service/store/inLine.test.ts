import { expect, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import type { Store } from '../../../src/service/store/store.js';
import { sharedDatabases } from '../../support/stores.js';

test.each(sharedDatabases)(
  'two hundred at once on one row, from two stores, hinder each other little: $name',
  async (database) => {
    const opener = await database.fresh();
    const opened: [Store, Store] = [await opener(), await opener()];
    await migrate(opened[0]);
    const row = { organization_id: 'counter', parent_id: null, name: '', root_quorum_threshold: 0, created_at_ms: 1 };
    await opened[0].db.insertInto('organizations').values(row).execute();
    let runs = 0;
    const addOne = (store: Store) =>
      store.transaction(async (transaction) => {
        runs += 1;
        const found = await transaction.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
        const root_quorum_threshold = found.root_quorum_threshold + 1;
        await transaction.updateTable('organizations').set({ root_quorum_threshold }).execute();
      });
    await Promise.all(opened.flatMap((store) => Array.from({ length: 100 }, () => addOne(store))));
    const after = await opened[1].db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
    expect(after.root_quorum_threshold).toBe(200);
    expect(runs).toBeLessThan(800); // where all try again at once, it is thousands, and some give up
    await Promise.all(opened.map((store) => store.close()));
  },
);
