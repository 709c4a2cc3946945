import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { expiringTables } from '../../../src/service/store/expiringTables.js';
import { migrate, migrations } from '../../../src/service/store/migrations.js';
import type { Store } from '../../../src/service/store/store.js';
import { root } from '../../packages/manifest.js';
import { emptyStores } from '../../support/stores.js';
import { declaredColumns } from './declaredColumns.js';
import { emptyStoreOf } from './olderDatabase.js';
import { columnsIn, indexesIn } from './tablesIn.js';

const declared = declaredColumns();

describe.each(emptyStores)('migrations on $name', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  test('a second time does nothing, and loses nothing', async () => {
    await migrate(store);
    const row = { organization_id: 'o', parent_id: null, name: 'o', root_quorum_threshold: 1, created_at_ms: 1 };
    await store.db.insertInto('organizations').values(row).execute();
    await migrate(store);
    expect(await store.db.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'o' }]);
  });

  test('three at once on one store are one', async () => {
    await Promise.all([migrate(store), migrate(store), migrate(store)]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(store.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(await migrations(store.kind)));
  });

  test('a database made by a newer version is refused', async () => {
    await migrate(store);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2999-01-01')`.execute(store.db);
    await expect(migrate(store)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/newer/),
    });
  });

  test('every column holds what its type says, and no table has another', async () => {
    await migrate(store);
    expect(await columnsIn(store)).toEqual(declared);
  });

  test('every key and every index is as agreed on (change them with: npx vitest run --project unit test/service/store/migrations.test.ts -u)', async () => {
    await migrate(store);
    const tables = Object.entries(await indexesIn(store)).map(([table, indexes]) => [table, ...indexes].join('\n  '));
    await expect(`${tables.join('\n')}\n`).toMatchFileSnapshot('keysAndIndexes.txt');
  });

  test('through the proxy a contact has one organization; otherwise it may have several', async () => {
    await migrate(store);
    const add = (organization_id: string, through_proxy: 0 | 1) =>
      store.db
        .insertInto('contacts')
        .values({ parent_id: 'p', kind: 'EMAIL', contact: 'a@b.c', organization_id, user_id: 'u', through_proxy })
        .execute();
    await add('one', 1);
    await add('two', 0);
    await add('three', 0);
    await expect(add('four', 1)).rejects.toMatchObject({ code: 'STORE_FAILED' });
  });
});

test('a new column is declared by its type and made by its migration, and nothing else lists it', async () => {
  const path = 'src/service/store/tables/users.ts';
  const saved = readFileSync(join(root, path), 'utf8');
  const text = saved.replace('interface UsersTable {', '$&\n  imagined_note: string | null;');
  const withNote = declaredColumns({ path, text });
  const store = await emptyStoreOf('sqlite');
  onTestFinished(store.close);
  await migrate(store);
  const before = { columns: await columnsIn(store), indexes: await indexesIn(store) };
  expect(before.columns).not.toEqual(withNote);
  await sql`alter table users add column imagined_note text`.execute(store.db);
  expect(await columnsIn(store)).not.toEqual(declared);
  expect(await columnsIn(store)).toEqual(withNote);
  expect(withNote).toEqual({ ...before.columns, 'users.imagined_note': 'text or null' });
  expect(await indexesIn(store)).toEqual(before.indexes);
});

/** They are the same on every store. */
describe('keys and indexes', () => {
  let indexes: Record<string, string[]>;
  beforeAll(async () => {
    const store = await emptyStoreOf('sqlite');
    await migrate(store);
    indexes = await indexesIn(store);
    await store.close();
  });

  test('a table’s rows are told apart within their organization or its parent, save in two small tables', () => {
    const isOwn = (index: string) => /^unique \((organization|parent)_id\b/.test(index);
    const others = Object.entries(indexes).filter(([, ofTable]) => !ofTable.some(isOwn));
    expect(others.map(([table]) => table)).toEqual(['boot_proofs', 'check_values']);
  });

  test('rows that expire are found by their time', () => {
    const slow = expiringTables.filter(({ table }) => !indexes[table]?.includes('index (expires_at_ms)'));
    expect(slow).toEqual([]);
  });
});

test.each(['sqlite', 'postgres'] as const)(
  'no migration that databases have run was renamed or taken away, and new ones follow it: on %s',
  async (kind) => {
    const names = Object.keys(await migrations(kind));
    expect(names.slice(0, earlier.length)).toEqual(earlier);
    const numbers = names.slice(earlier.length - 1).map((name) => /^(\d{4})-[a-z][a-z0-9-]*$/.exec(name)?.[1] ?? name);
    expect(numbers).toEqual([...new Set(numbers)]);
  },
);

/** What databases of earlier versions have run. A new migration does not enter here: a release adds those that it brings. */
const earlier = [
  '0001-first-tables',
  '0003-check-values',
  '0004-code-limits',
  '0005-delivery',
  '0006-logins-and-proofs',
  '0007-record',
  '0008-credentials',
  '0009-policies',
  '0010-private-keys',
  '0011-webhooks',
  '0012-users-and-tags',
  '0013-tvc',
  '0014-organizations',
  '0015-invitations',
  '0016-passkeys',
  '0017-oauth',
  '0019-features-of-proxy',
  '0020-imports-and-exports',
  '0021-oauth2',
  '0022-mail-keys',
  '0023-code-targets',
  '0023-contact-languages',
  '0024-deleted-organizations',
  '0026-captcha',
  '0027-email-templates',
  '0029-policy-revisions',
  '0030-not-completed',
  '0031-ordinals',
  '0033-belongings',
  '0034-named-revisions',
  '0035-wallet-method',
  '0037-invitations-by-root-quorum',
  '0038-accounts-by-address',
  '0039-proofs',
  '0041-login-refusals',
  '0042-policy-cases',
  '0043-policy-texts',
  '0044-sent-messages',
  '0045-suspension',
  '0046-statistics',
  '0047-auth-proxy-revisions',
  '0048-email-template-revisions',
  '0049-expiring-policy-texts',
];
