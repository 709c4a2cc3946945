import { Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { firstTables } from '../../../src/service/store/migrations/0001-first-tables.js';
import { migrate } from '../../../src/service/store/migrations.js';
import { emptyStores } from '../../support/stores.js';

test.each(emptyStores)(
  'A-54, A-56 of keys that are older than their logins, sessions have a time and no login, and all lead where they led: on $name',
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
        .insertInto('api_keys')
        .values({ ...place, ...times, ...key } as never)
        .execute();
      await db
        .insertInto('credentials')
        .values({ ...place, parent_id: 'parent', public_key: id })
        .execute();
    }
    await migrate(store);
    const columns = ['api_key_id', 'login_id', 'login_at_ms', 'is_proved'] as const;
    expect(await db.selectFrom('api_keys').select(columns).orderBy('api_key_id').execute()).toEqual([
      { api_key_id: 'key', login_id: null, login_at_ms: null, is_proved: 1 },
      { api_key_id: 'session', login_id: null, login_at_ms: 1000, is_proved: 1 },
    ]);
    expect(await db.selectFrom('credentials').select('public_key').execute()).toHaveLength(2);
    await store.close();
  },
);
