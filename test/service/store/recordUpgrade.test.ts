import { Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { firstTables } from '../../../src/service/store/migrations/0001-first-tables.js';
import { migrate } from '../../../src/service/store/migrations.js';
import { emptyStores } from '../../support/stores.js';

test.each(emptyStores)(
  'A-52: what the auth proxy’s user did in the first version is found when its time is over, and nobody else’s: on $name',
  async ({ open }) => {
    const store = await open();
    const { db } = store;
    const first = { '0001-first-tables': firstTables(store.kind) };
    await new Migrator({ db, provider: { getMigrations: async () => first } }).migrateToLatest();
    const times = { created_at_ms: 1, updated_at_ms: 1 };
    for (const [organization_id, proxy_user_id] of [
      ['acme', 'proxy of acme'],
      ['other', 'proxy of other'],
    ] as const) {
      const keys = { proxy_public_key: '', sealed_proxy_key: new Uint8Array(1), verification_public_key: '' };
      const config = {
        config_id: organization_id,
        organization_id,
        enabled: 1 as const,
        proxy_user_id,
        settings: '{}',
      };
      await db
        .insertInto('auth_proxy_configs')
        .values({ ...config, ...keys, ...times } as never)
        .execute();
    }
    const code = { type: 't', kind: 'k', status: 's', intent: '{"a":1}', result: '{}', sole_vote: '{}' };
    const activities = [
      ['acme', 'proxy of acme'],
      ['acme', 'root of acme'],
      ['other', 'proxy of other'],
      ['sub-organization of acme', 'proxy of acme'],
      ['sub-organization of acme', 'a person'],
    ].map(([organization_id = '', submitted_by = ''], index) => ({
      ...{ organization_id, submitted_by, activity_id: `${index}`, fingerprint: `${index}` },
      ...{ ...code, ...times, timestamp_ms: 1, window_opened_at_ms: 1 },
    }));
    await db
      .insertInto('activities')
      .values(activities as never)
      .execute();
    await migrate(store);
    const whose = ['acme', null, 'other', 'acme', null];
    expect(await db.selectFrom('activities').selectAll().orderBy('activity_id').execute()).toMatchObject(
      activities.map((row, index) => ({
        ...row,
        belongs_to: null,
        failure: null,
        contact: null,
        proofs_in: null,
        proxy_organization_id: whose[index],
        waiting_since_ms: null,
      })),
    );
    await store.close();
  },
);
