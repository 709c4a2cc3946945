import { Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { firstTables } from '../../../src/service/store/migrations/0001-first-tables.js';
import { migrate } from '../../../src/service/store/migrations.js';
import { emptyStores } from '../../support/stores.js';

test.each(emptyStores)(
  'A-54, A-56 of keys that are older than their logins, sessions have a time and no login, and all are credentials that lead where they led: on $name',
  async ({ open }) => {
    const store = await open();
    const { db } = store;
    const first = { '0001-first-tables': firstTables(store.kind) };
    await new Migrator({ db, provider: { getMigrations: async () => first } }).migrateToLatest();
    const place = { organization_id: 'sub', user_id: 'ada' };
    const times = { created_at_ms: 1000, updated_at_ms: 1000, expiration_seconds: null, expires_at_ms: null };
    const kinds = { key: 'CREDENTIAL_TYPE_API_KEY_P256', session: 'CREDENTIAL_TYPE_LOGIN' };
    for (const [id, credential_type] of Object.entries(kinds)) {
      const key = { api_key_id: id, api_key_name: id, public_key: id, credential_type, curve_type: 'P256' };
      await db
        .insertInto('api_keys' as never)
        .values({ ...place, ...times, ...key } as never)
        .execute();
      await db
        .insertInto('credentials')
        .values({ ...place, parent_id: 'parent', public_key: id } as never)
        .execute();
    }
    await migrate(store);
    const proved = { login_id: null, is_proved: 1, ...place, ...times };
    const found = (id: string) => ({
      credential_id: id,
      credential_name: id,
      lookup_key: id,
      public_key: id,
      curve_type: 'P256',
      passkey: null,
      provider: null,
      sign_count: null,
    });
    expect(await db.selectFrom('credentials').selectAll().orderBy('credential_id').execute()).toMatchObject([
      { ...proved, ...found('key'), kind: 'API_KEY', credential_type: kinds.key, login_at_ms: null },
      { ...proved, ...found('session'), kind: 'SESSION_KEY', credential_type: kinds.session, login_at_ms: 1000 },
    ]);
    expect(await db.selectFrom('credential_index').selectAll().orderBy('lookup_key').execute()).toMatchObject([
      { ...place, parent_id: 'parent', lookup_key: 'key' },
      { ...place, parent_id: 'parent', lookup_key: 'session' },
    ]);
    await store.close();
  },
);
