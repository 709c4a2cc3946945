import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LatchkeyError } from '../../../src/errors.js';
import type { NewRow } from '../../../src/service/store/schema.js';
import type { Store } from '../../../src/service/store/store.js';
import { stores } from '../../support/stores.js';

describe.each(stores)('a store on $name', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  test('200 callers that add to one row lose no addition', async () => {
    await add(store, organization('counter', { root_quorum_threshold: 0 }));
    const addOne = () =>
      store.transaction(async (transaction) => {
        const row = await transaction.selectFrom('organizations').selectAll().executeTakeFirstOrThrow();
        await transaction
          .updateTable('organizations')
          .set({ root_quorum_threshold: row.root_quorum_threshold + 1 })
          .execute();
      });
    await Promise.all(Array.from({ length: 200 }, addOne));
    const after = await store.read((db) => db.selectFrom('organizations').selectAll().executeTakeFirstOrThrow());
    expect(after.root_quorum_threshold).toBe(200);
  });

  test('of eight racing "absent, so insert" one inserts and seven find', async () => {
    const insertIfAbsent = () =>
      store.transaction(async (transaction) => {
        const found = await transaction.selectFrom('organizations').selectAll().executeTakeFirst();
        if (found) return 'found';
        await transaction.insertInto('organizations').values(organization('one')).execute();
        return 'inserted';
      });
    const outcomes = await Promise.all(Array.from({ length: 8 }, insertIfAbsent));
    expect(outcomes.sort()).toEqual([...Array(7).fill('found'), 'inserted']);
  });

  test('of eight racing inserts on conflict do nothing, one returns its row', async () => {
    const insert = () =>
      store.transaction((transaction) =>
        transaction
          .insertInto('organizations')
          .values(organization('one'))
          .onConflict((conflict) => conflict.doNothing())
          .returning('organization_id')
          .execute(),
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, insert));
    expect(outcomes.flat()).toEqual([{ organization_id: 'one' }]);
  });

  test('of eight racing third tries, one conditional update counts', async () => {
    await add(store, organization('tries', { root_quorum_threshold: 2 }));
    const countTry = () =>
      store.transaction((transaction) =>
        transaction
          .updateTable('organizations')
          .set((row) => ({ root_quorum_threshold: row('root_quorum_threshold', '+', 1) }))
          .where('root_quorum_threshold', '<', 3)
          .returning('root_quorum_threshold')
          .execute(),
      );
    const outcomes = await Promise.all(Array.from({ length: 8 }, countTry));
    expect(outcomes.flat()).toEqual([{ root_quorum_threshold: 3 }]);
  });

  test('what a transaction throws undoes it and comes out unchanged', async () => {
    for (const thrown of [new LatchkeyError('OTP_WRONG', 'no'), new Error('a stranger'), 'not even an error']) {
      const failing = store.transaction(async (transaction) => {
        await transaction.insertInto('organizations').values(organization('undone')).execute();
        throw thrown;
      });
      await expect(failing.catch((error: unknown) => error)).resolves.toBe(thrown);
    }
    expect(await names(store)).toEqual([]);
    await add(store, organization('kept'));
    expect(await names(store)).toEqual(['kept']);
  });

  test('a second row under one key is STORE_FAILED, undoes the transaction, and the store goes on', async () => {
    await add(store, organization('one'));
    const twice = store.transaction(async (transaction) => {
      await transaction.insertInto('organizations').values(organization('other')).execute();
      await transaction.insertInto('organizations').values(organization('one')).execute();
    });
    await expect(twice).rejects.toMatchObject({ name: 'StoreError', code: 'STORE_FAILED', cause: expect.any(Error) });
    expect(await names(store)).toEqual(['one']);
  });

  test('text in an integer column is refused', async () => {
    const wrong = { ...organization('one'), created_at_ms: 'soon' as unknown as number };
    await expect(add(store, wrong)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });

  test('text that cannot be kept as it is is refused, and nothing of its transaction stays', async () => {
    const withNul = store.transaction(async (transaction) => {
      await transaction.insertInto('organizations').values(organization('before')).execute();
      await transaction.insertInto('organizations').values(organization('a\0b')).execute();
    });
    await expect(withNul).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await names(store)).toEqual([]);
  });

  test('a boolean is stored as 0 or 1', async () => {
    await add(store, { ...organization('one'), root_quorum_threshold: true as unknown as number });
    const { rows } = await sql<{ yes: number }>`select root_quorum_threshold as yes from organizations`.execute(
      store.db,
    );
    expect(rows).toEqual([{ yes: 1 }]);
  });

  test('bytes come back equal, as a Uint8Array over a buffer of their own', async () => {
    const every = Uint8Array.from({ length: 512 }, (_, index) => index % 256);
    const sealed_key = every.subarray(100, 400);
    const key: NewRow<'trust_keys'> = { organization_id: 'o', purpose: 'signer', public_key: '02', sealed_key };
    await store.db.insertInto('trust_keys').values(key).execute();
    const row = await store.db.selectFrom('trust_keys').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual(key);
    expect(row.sealed_key.constructor).toBe(Uint8Array);
    expect(row.sealed_key.buffer.byteLength).toBe(300);
    const found = store.db.selectFrom('trust_keys').select('public_key').where('sealed_key', '=', sealed_key);
    expect(await found.execute()).toHaveLength(1);
  });

  test('times and counts are numbers, exact up to 2^53, refused beyond', async () => {
    const last = Number.MAX_SAFE_INTEGER;
    await add(store, organization('one', { created_at_ms: last }));
    const { rows } = await sql<{
      created_at_ms: number;
      counted: number;
      half: number;
    }>`select created_at_ms, cast(count(*) as integer) as counted, cast(${5} as integer) / 2 as half
      from organizations group by created_at_ms`.execute(store.db);
    expect(rows).toEqual([{ created_at_ms: last, counted: 1, half: 2 }]);
    await expect(add(store, organization('two', { created_at_ms: last + 1 }))).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
    await store.db.updateTable('organizations').set({ created_at_ms: sql`created_at_ms + 2` }).execute();
    await expect(store.db.selectFrom('organizations').selectAll().execute()).rejects.toMatchObject({
      code: 'STORE_FAILED',
    });
  });

  test('text is ordered and compared byte by byte', async () => {
    for (const id of ['b', 'a', 'B', 'é', 'Z', '_']) await add(store, organization(id));
    const rows = await store.db
      .selectFrom('organizations')
      .select('organization_id')
      .orderBy('organization_id')
      .execute();
    expect(rows.map((row) => row.organization_id)).toEqual(['B', 'Z', '_', 'a', 'b', 'é']);
  });

  test('a statement that differs only in its list of values is right each time, far past what is kept', async () => {
    for (let length = 1; length <= 600; length += 7) {
      const ids = Array.from({ length }, (_, index) => `id ${index}`);
      await store.db.selectFrom('organizations').select('name').where('organization_id', 'in', ids).execute();
    }
    await add(store, organization('id 3'));
    const found = store.db.selectFrom('organizations').select('name').where('organization_id', 'in', ['id 3']);
    expect(await found.execute()).toHaveLength(1);
  });

  test('an update returns how many rows it changed', async () => {
    await add(store, organization('one'));
    await add(store, organization('two'));
    const change = store.db.updateTable('organizations').set({ name: 'both' });
    expect((await change.executeTakeFirst()).numUpdatedRows).toBe(2n);
    expect((await change.where('organization_id', '=', 'none').executeTakeFirst()).numUpdatedRows).toBe(0n);
  });
});

function organization(id: string, more: Partial<NewRow<'organizations'>> = {}): NewRow<'organizations'> {
  return { organization_id: id, parent_id: null, name: id, root_quorum_threshold: 1, created_at_ms: 1, ...more };
}

async function add(store: Store, row: NewRow<'organizations'>): Promise<void> {
  await store.transaction((transaction) => transaction.insertInto('organizations').values(row).execute());
}

async function names(store: Store): Promise<string[]> {
  const rows = await store.read((db) => db.selectFrom('organizations').select('name').orderBy('name').execute());
  return rows.map((row) => row.name);
}
