import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Which sub-organizations were deleted while rows of theirs are still to be cleared away. */
export function deletedOrganizations(kind: StoreKind): Migration {
  const { text, strict } = dialects[kind];
  const statements = [
    sql`create table deleted_organizations (
      organization_id ${text} not null,
      primary key (organization_id)
    ) ${strict}`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
