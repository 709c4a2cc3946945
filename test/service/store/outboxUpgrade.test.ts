import { Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { firstTables } from '../../../src/service/store/migrations/0001-first-tables.js';
import { migrate } from '../../../src/service/store/migrations.js';
import { emptyStores } from '../../support/stores.js';

test.each(emptyStores)(
  'what waits in the outbox of the first version goes out by its channel: on $name',
  async ({ open }) => {
    const store = await open();
    const { db } = store;
    const first = { '0001-first-tables': firstTables(store.kind) };
    await new Migrator({ db, provider: { getMigrations: async () => first } }).migrateToLatest();
    const place = { organization_id: 'org', created_at_ms: 1, expires_at_ms: 9, tries: 0 };
    const code = { salt: '', code_hash: '', length: 6, alphanumeric: 0, asker: 'a', retired: 0 } as const;
    const outbox = { sealed_message: new Uint8Array(3), due_at_ms: 1, leased_until_ms: 0 };
    for (const [id, otp_type] of [
      ['text', 'OTP_TYPE_SMS'],
      ['mail', 'OTP_TYPE_EMAIL'],
    ] as const) {
      const sent = { ...place, ...code, otp_id: id, otp_type, contact: 'c' };
      await db
        .insertInto('otp_codes')
        .values(sent as never)
        .execute();
      const row = { ...place, ...outbox, message_id: id };
      await db
        .insertInto('outbox')
        .values(row as never)
        .execute();
    }
    await migrate(store);
    expect(await db.selectFrom('outbox').selectAll().orderBy('message_id').execute()).toMatchObject([
      {
        ...place,
        ...outbox,
        message_id: 'mail',
        channel: 'email',
        requester: 'org/',
        owner_kind: 'otp_code',
        owner_id: 'mail',
        listed_in: null,
      },
      {
        ...place,
        ...outbox,
        message_id: 'text',
        channel: 'sms',
        requester: 'org/',
        owner_kind: 'otp_code',
        owner_id: 'text',
        listed_in: null,
      },
    ]);
    await store.close();
  },
);
