import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Credentials have room for an identity at a provider; what its tokens were used for is known while they live. */
export function oauth(kind: StoreKind): Migration {
  const { text, bigint, strict } = dialects[kind];
  const statements = [
    sql`alter table credentials add column provider ${text}`,
    sql`create table oidc_token_uses (
      organization_id ${text} not null,
      use_hash ${text} not null,
      activity_id ${text} not null,
      answer ${text},
      expires_at_ms ${bigint} not null,
      primary key (organization_id, use_hash)
    ) ${strict}`,
    sql`create index oidc_token_uses_by_expiry on oidc_token_uses (expires_at_ms)`,
  ];
  // As for the first tables: few organizations, each with much.
  const fewEach = sql`alter table oidc_token_uses alter column organization_id set (n_distinct = 10)`;
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
      if (kind === 'postgres') await fewEach.execute(db);
    },
  };
}
