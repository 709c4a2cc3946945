import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Servers of an organization's own hear what happens there: where, what was sent to them, and what it is signed with. */
export function webhooks(kind: StoreKind): Migration {
  const { text, integer, bigint, bytes, strict } = dialects[kind];
  const statements = [
    sql`create table webhook_endpoints (
      organization_id ${text} not null,
      endpoint_id ${text} not null,
      name ${text} not null,
      url ${text} not null,
      is_active ${integer} not null,
      subscriptions ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, endpoint_id),
      unique (organization_id, name)
    ) ${strict}`,
    sql`create table webhook_deliveries (
      organization_id ${text} not null,
      endpoint_id ${text} not null,
      event_id ${text} not null,
      event_type ${text} not null,
      happened_in ${text} not null,
      activity_id ${text} not null,
      status ${text} not null,
      tries ${integer} not null,
      response_status ${integer},
      expires_at_ms ${bigint} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, endpoint_id, event_id)
    ) ${strict}`,
    sql`create index webhook_deliveries_by_expiry on webhook_deliveries (expires_at_ms)`,
    sql`create table webhook_keys (
      organization_id ${text} not null,
      key_id ${text} not null,
      public_key ${text} not null,
      sealed_key ${bytes} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, key_id)
    ) ${strict}`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
