import { Migrator, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { firstTables } from '../../../src/service/store/migrations/0001-first-tables.js';
import { migrate } from '../../../src/service/store/migrations.js';
import type { Store } from '../../../src/service/store/store.js';
import { emptyStores } from '../../support/stores.js';

const dayMs = 24 * 60 * 60_000;

describe.each(emptyStores)('a database of the first version on $name', ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    const provider = { getMigrations: async () => ({ '0001-first-tables': firstTables(store.kind) }) };
    const { error } = await new Migrator({ db: store.db, provider }).migrateToLatest();
    if (error !== undefined) throw error;
  });
  afterEach(() => store.close());

  const addCode = (otpId: string, otpType: string, contact: string) =>
    sql`insert into otp_codes (organization_id, otp_id, otp_type, contact, salt, code_hash, length, alphanumeric, asker, tries,
      expires_at_ms, retired, created_at_ms)
      values ('o', ${otpId}, ${otpType}, ${contact}, '', '', 6, 0, 'a', 3, 2, 0, 1)`.execute(store.db);
  const addFailures = (organizationId: string, otpType: string, contact: string, wrong: number, lastMs: number) =>
    sql`insert into contact_failures (organization_id, otp_type, contact, wrong_count, last_wrong_at_ms)
      values (${organizationId}, ${otpType}, ${contact}, ${wrong}, ${lastMs})`.execute(store.db);

  test('A-58: gives each of its codes what limits count it by', async () => {
    await addCode('1', 'OTP_TYPE_EMAIL', 'ada+x+y@example.com');
    await addCode('2', 'OTP_TYPE_EMAIL', 'a.d.a+x@googlemail.com');
    await addCode('3', 'OTP_TYPE_EMAIL', 'ada.l@example.com');
    await addCode('4', 'OTP_TYPE_SMS', '+15550100');
    await migrate(store);
    const codes = await store.db.selectFrom('otp_codes').selectAll().orderBy('otp_id').execute();
    expect(codes.map(({ limit_key }) => limit_key)).toEqual([
      'ada@example.com',
      'ada@gmail.com',
      'ada.l@example.com',
      '+15550100',
    ]);
    expect(codes[0]).toMatchObject({ contact: 'ada+x+y@example.com', device: null, spent_at_ms: null, tries: 3 });
  });

  test('A-49: keeps its wrong tries, a hundred at most, as those of strangers', async () => {
    await addFailures('o', 'OTP_TYPE_EMAIL', 'ada@example.com', 3, 1000);
    await addFailures('o', 'OTP_TYPE_EMAIL', 'ada+x@example.com', 2, 2000);
    await addFailures('o', 'OTP_TYPE_SMS', '+15550100', 250, 3000);
    await addFailures('p', 'OTP_TYPE_EMAIL', 'ada@example.com', 1, 4000);
    await migrate(store);
    const rows = await store.db
      .selectFrom('wrong_tries')
      .selectAll()
      .orderBy('organization_id')
      .orderBy('limit_key')
      .execute();
    const of = (organization_id: string, limit_key: string, count: number, lastMs: number) => ({
      organization_id,
      limit_key,
      counted: 'strangers',
      times: JSON.stringify(Array.from({ length: count }, () => lastMs)),
      expires_at_ms: lastMs + 30 * dayMs,
    });
    expect(rows).toEqual([
      of('o', '+15550100', 100, 3000),
      of('o', 'ada@example.com', 5, 2000),
      of('p', 'ada@example.com', 1, 4000),
    ]);
  });
});
