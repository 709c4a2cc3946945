import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** What an organization has switched on and off, and the name that a renamed one was made with; one that is deleted takes all with it. */
export function organizations(kind: StoreKind): Migration {
  const { text } = dialects[kind];
  const statements = [
    sql`alter table organizations add column features ${text} not null default '{}'`,
    sql`alter table organizations add column first_name ${text}`,
    sql`create index organizations_by_first_name on organizations (parent_id, first_name) where first_name is not null`,
    sql`create index parent_fingerprints_by_organization on parent_fingerprints (organization_id)`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
