import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../store.js';
import { dialects } from './dialects.js';

/** What an organization has switched on and off, and the name that a renamed one was made with. */
export function organizations(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  const statements = [
    sql`alter table organizations add column features ${text} not null default '{}'`,
    sql`alter table organizations add column first_name ${text}`,
    sql`create index organizations_by_first_name on organizations (parent_id, first_name) where first_name is not null`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
