import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * The outbox carries any message, each channel for itself, by rounds over who asked. What waits in it already is of codes, and
 * bears their ids.
 *
 * And how many codes go out is counted. Pages are left half empty on PostgreSQL, so that a count is changed where it stands.
 */
export function delivery(kind: StoreKind): Migration {
  const { text, integer, strict } = dialects[kind];
  const statements = [
    sql`alter table outbox add column channel ${text} not null default 'email'`,
    sql`alter table outbox add column asker ${text} not null default ''`,
    sql`alter table outbox add column owner_kind ${text}`,
    sql`alter table outbox add column owner_id ${text}`,
    sql`update outbox set owner_kind = 'otp_code', owner_id = message_id, asker = organization_id || '/'`,
    sql`update outbox set channel = 'sms' where exists (select 1 from otp_codes
      where otp_codes.organization_id = outbox.organization_id and otp_codes.otp_id = outbox.message_id
      and otp_codes.otp_type = 'OTP_TYPE_SMS')`,
    sql`drop index outbox_by_due`,
    sql`create index outbox_by_turn on outbox (channel, asker, due_at_ms, message_id)`,
    sql`create index outbox_by_expiry on outbox (expires_at_ms)`,
    sql`create table code_counts (
      organization_id ${text} not null,
      counter ${text} not null,
      part ${integer} not null,
      slices ${text} not null,
      primary key (organization_id, counter, part)
    ) ${strict}`,
    ...(kind === 'postgres' ? [sql`alter table code_counts set (fillfactor = 50)`] : []),
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
