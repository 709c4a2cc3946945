import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** What is imported is sealed to a key that is kept until it came; of each account it is known whether its own key was exported. */
export function importsAndExports(kind: StoreKind): Migration {
  const { text, integer, bigint, bytes, strict } = dialects[kind];
  const statements = [
    sql`create table import_targets (
      organization_id ${text} not null,
      target ${text} not null,
      public_key ${text} not null,
      sealed_key ${bytes} not null,
      expires_at_ms ${bigint} not null,
      primary key (organization_id, target)
    ) ${strict}`,
    sql`create index import_targets_by_expiry on import_targets (expires_at_ms)`,
    sql`alter table wallet_accounts add column key_exported ${integer} not null default 0`,
  ];
  // As for the first tables: few organizations, each with much.
  const fewEach = sql`alter table import_targets alter column organization_id set (n_distinct = 10)`;
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
      if (kind === 'postgres') await fewEach.execute(db);
    },
  };
}
