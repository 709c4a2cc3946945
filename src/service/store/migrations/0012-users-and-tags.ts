import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Users have tags. Those that are there already have none. */
export function usersAndTags(kind: StoreKind): Migration {
  const { text, bigint, strict } = dialects[kind];
  const statements = [
    sql`alter table users add column tag_ids ${text} not null default '[]'`,
    sql`create table user_tags (
      organization_id ${text} not null,
      user_tag_id ${text} not null,
      user_tag_name ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, user_tag_id)
    ) ${strict}`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
