import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Which policies an organization had at each revision; of those there are, the one of now. */
export function policyRevisions(kind: StoreKind): Migration {
  const { text, strict } = dialects[kind];
  const ids =
    kind === 'sqlite'
      ? sql`select json_group_array(policy_id) from (select policy_id from policies
          where policies.organization_id = organizations.organization_id order by policy_id)`
      : sql`select coalesce(json_agg(policy_id order by policy_id), '[]')::text from policies
          where policies.organization_id = organizations.organization_id`;
  const statements = [
    sql`create table policy_revisions (
      organization_id ${text} not null,
      revision ${text} not null,
      policy_ids ${text} not null,
      primary key (organization_id, revision)
    ) ${strict}`,
    sql`insert into policy_revisions (organization_id, revision, policy_ids)
      select organization_id, policies_revision, (${ids}) from organizations where policies_revision is not null`,
  ];
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
    },
  };
}
