import { expect, inject, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/service/store/openPostgres.js';
import { migratedDatabase } from '../../support/postgres.js';

const row = {
  organization_id: 'an organization',
  purpose: 'signer',
  public_key: '',
  sealed_key: new Uint8Array(1),
} as const;

if (inject('postgresUrl')) {
  test('A-66: a transaction is not given up because shorter ones change its row all the time', async () => {
    const store = await openPostgres(await migratedDatabase());
    onTestFinished(store.close);
    await store.transaction((transaction) => transaction.insertInto('trust_keys').values(row).execute());
    const changeRow = (publicKey: string) =>
      store.transaction((transaction) =>
        transaction
          .updateTable('trust_keys')
          .set({ public_key: publicKey })
          .where('organization_id', '=', row.organization_id)
          .execute(),
      );
    let tries = 0;
    const shorter: Promise<unknown>[] = [];
    await store.transaction(async (transaction) => {
      tries += 1;
      const found = await transaction.selectFrom('trust_keys').selectAll().executeTakeFirstOrThrow();
      // A shorter one comes now. It is done before this one writes, if it may begin.
      const short = changeRow(`shorter ${tries}`);
      shorter.push(short);
      await Promise.race([short, new Promise((resolve) => setTimeout(resolve, 1_500))]);
      await transaction
        .updateTable('trust_keys')
        .set({ public_key: `${found.public_key}, then longer` })
        .where('organization_id', '=', row.organization_id)
        .execute();
    });
    await Promise.all(shorter);
    expect(tries).toBe(6);
    expect(store.state().givenUp).toBe(0);
  });
}
