import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * Credentials of OAuth 2.0 apps, which an auth proxy's configuration knows too; the key of the service's own ID tokens; and which
 * activities are doing what cannot be done twice.
 */
export function oauth2(kind: StoreKind): Migration {
  const { text, bigint, bytes, strict } = dialects[kind];
  const statements = [
    sql`create table oauth2_credentials (
      organization_id ${text} not null,
      credential_id ${text} not null,
      provider ${text} not null,
      client_id ${text} not null,
      sealed_client_secret ${bytes} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, credential_id),
      unique (organization_id, provider, client_id)
    ) ${strict}`,
    sql`create table id_token_keys (
      organization_id ${text} not null,
      key_id ${text} not null,
      public_key ${text} not null,
      sealed_key ${bytes} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, key_id)
    ) ${strict}`,
    sql`create table effects (
      organization_id ${text} not null,
      activity_id ${text} not null,
      leased_until_ms ${bigint} not null,
      primary key (organization_id, activity_id)
    ) ${strict}`,
    sql`create index effects_by_lease on effects (leased_until_ms)`,
    sql`alter table auth_proxy_configs add column oauth2_credentials ${text} not null default '[]'`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
