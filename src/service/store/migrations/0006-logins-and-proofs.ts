import { type Migration, type RawBuilder, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/**
 * Which login a credential came by, and when; and which keys have been proved by a stamp.
 *
 * Sessions that are there already have a time and no login, so that none of them counts as fresh. Keys that are there already
 * stay where look-ups find them: nobody shall be lost by an upgrade.
 */
export function loginsAndProofs(kind: StoreKind): Migration {
  const { text, integer, bigint, strict } = dialects[kind];
  const statements: RawBuilder<unknown>[] = [
    sql`alter table api_keys add column login_id ${text}`,
    sql`alter table api_keys add column login_at_ms ${bigint}`,
    sql`alter table api_keys add column is_proved ${integer} not null default 1`,
    sql`update api_keys set login_at_ms = created_at_ms where credential_type = 'CREDENTIAL_TYPE_LOGIN'`,

    sql`create table unproved_keys (
      parent_id ${text} not null,
      public_key ${text} not null,
      created_at_ms ${bigint} not null,
      organization_id ${text} not null,
      expires_at_ms ${bigint},
      primary key (parent_id, public_key, created_at_ms, organization_id)
    ) ${strict}`,

    sql`create table parent_fingerprints (
      parent_id ${text} not null,
      fingerprint ${text} not null,
      organization_id ${text} not null,
      expires_at_ms ${bigint} not null,
      primary key (parent_id, fingerprint)
    ) ${strict}`,
    sql`create index parent_fingerprints_by_expiry on parent_fingerprints (expires_at_ms)`,
  ];
  const few = ['unproved_keys', 'parent_fingerprints'].map((table) =>
    sql.raw(`alter table ${table} alter column parent_id set (n_distinct = 10)`),
  );
  return {
    async up(db) {
      for (const statement of kind === 'postgres' ? [...statements, ...few] : statements) await statement.execute(db);
    },
  };
}
