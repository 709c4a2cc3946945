import { afterEach, describe, expect, test } from 'vitest';
import { migrate } from '../../../../src/service/store/migrations.js';
import type { Store } from '../../../../src/service/store/store.js';
import { emptyStoreOf } from '../olderDatabase.js';
import { columnsIn, indexesIn } from '../tablesIn.js';
import { expectPending, expectWallets, serveReleased } from './opened.js';
import { released, rightSecrets } from './released.js';

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});

describe.each(released)('a database of version 0.1.0 on $name', ({ copy }) => {
  test('is opened by this version: wallets sign as they did, and pending work continues', async () => {
    const { contents, open } = await copy();
    const store = await open();
    stores.push(store);
    const opened = await serveReleased(store, contents, rightSecrets(contents));
    await expectPending(opened, contents);
    await expectWallets(opened, contents);
  });

  test('has the columns and indexes of a new one after its upgrade', async () => {
    const old = await (await copy()).open();
    stores.push(old);
    await migrate(old);
    const fresh = await emptyStoreOf(old.kind);
    stores.push(fresh);
    await migrate(fresh);
    expect(await columnsIn(old)).toEqual(await columnsIn(fresh));
    expect(await indexesIn(old)).toEqual(await indexesIn(fresh));
  });
});
