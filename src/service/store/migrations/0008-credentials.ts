import { type Migration, type RawBuilder, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * Credentials of every kind are rows of one table, found by what a stamp names them by; the table that finds the sub-organization
 * of one is their index. Who asked for a code, a message or an organization is its requester. Votes have room for what came of the
 * policies that they were decided by.
 */
export function credentials(kind: StoreKind): Migration {
  const { text, integer, bigint, strict } = dialects[kind];
  const statements: RawBuilder<unknown>[] = [
    sql`alter table credentials rename to credential_index`,
    sql`alter table credential_index rename column public_key to lookup_key`,

    sql`create table credentials (
      organization_id ${text} not null,
      credential_id ${text} not null,
      user_id ${text} not null,
      kind ${text} not null,
      credential_name ${text} not null,
      lookup_key ${text} not null,
      public_key ${text} not null,
      credential_type ${text} not null,
      curve_type ${text} not null,
      expiration_seconds ${bigint},
      expires_at_ms ${bigint},
      login_id ${text},
      login_at_ms ${bigint},
      is_proved ${integer} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, credential_id),
      unique (organization_id, lookup_key)
    ) ${strict}`,
    sql`insert into credentials (organization_id, credential_id, user_id, kind, credential_name, lookup_key, public_key,
        credential_type, curve_type, expiration_seconds, expires_at_ms, login_id, login_at_ms, is_proved, created_at_ms, updated_at_ms)
      select organization_id, api_key_id, user_id,
        case when credential_type like 'CREDENTIAL_TYPE_API_KEY_%' then 'API_KEY' else 'SESSION_KEY' end,
        api_key_name, public_key, public_key, credential_type, curve_type, expiration_seconds, expires_at_ms, login_id, login_at_ms,
        is_proved, created_at_ms, updated_at_ms from api_keys`,
    sql`drop table api_keys`,
    sql`create index credentials_by_user on credentials (organization_id, user_id)`,

    sql`alter table organizations rename column asker to requester`,
    sql`alter table otp_codes rename column asker to requester`,
    sql`alter table outbox rename column asker to requester`,
    sql`alter table votes add column evaluations ${text}`,
  ];
  // As for the first tables: few organizations, each with much. Names of indexes follow those of what they are of.
  const ofPostgres = [
    sql`alter table credentials alter column organization_id set (n_distinct = 10)`,
    sql`alter index organizations_by_asker rename to organizations_by_requester`,
    sql`alter index otp_codes_by_asker rename to otp_codes_by_requester`,
  ];
  const ofSqlite = [
    sql`drop index organizations_by_asker`,
    sql`create index organizations_by_requester on organizations (parent_id, requester, created_at_ms) where requester is not null`,
    sql`drop index otp_codes_by_asker`,
    sql`create index otp_codes_by_requester on otp_codes (organization_id, requester, created_at_ms)`,
  ];
  return {
    async up(db) {
      for (const statement of [...statements, ...(kind === 'postgres' ? ofPostgres : ofSqlite)])
        await statement.execute(db);
    },
  };
}
