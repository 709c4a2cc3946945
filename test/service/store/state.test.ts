import { expect, inject, onTestFinished, test } from 'vitest';
import { migrate } from '../../../src/service/store/migrations.js';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import { freshDatabase } from '../../support/postgres.js';
import { stores } from '../../support/stores.js';

test.each(stores)('a quiet store had nothing to do again: $name', async ({ open }) => {
  const store = await open();
  onTestFinished(store.close);
  await store.read((db) => db.selectFrom('outbox').selectAll().execute());
  expect(store.state()).toMatchObject({ retries: 0, givenUp: 0 });
});

if (inject('postgresUrl')) {
  test('A-60: PostgreSQL’s pool is reported, and repeated transactions', async () => {
    const store = await openPostgres(await freshDatabase(), { poolSize: 3 });
    onTestFinished(store.close);
    await migrate(store);
    expect(store.state().pool).toMatchObject({ inUse: 0, waiting: 0, most: 3 });
    // The first two go on when both have counted, so that both write the same row.
    let counted = 0;
    let goOn = () => {};
    const bothCounted = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const touch = () =>
      store.transaction(async (transaction) => {
        const { rows } = await transaction
          .selectFrom('trust_keys')
          .select(({ fn }) => fn.countAll<number>().as('rows'))
          .executeTakeFirstOrThrow();
        counted += 1;
        if (counted === 2) goOn();
        await bothCounted;
        const key = { organization_id: `number ${rows}`, public_key: '', sealed_key: new Uint8Array(1) };
        await transaction
          .insertInto('trust_keys')
          .values({ ...key, purpose: 'signer' })
          .execute();
      });
    const all = Array.from({ length: 12 }, touch);
    expect(store.state().pool).toMatchObject({ waiting: expect.any(Number), most: 3 });
    await Promise.all(all);
    expect(store.state().retries).toBeGreaterThan(0);
    expect(store.state()).toMatchObject({ givenUp: 0, pool: { inUse: 0, idle: 3 } });
  });
}
