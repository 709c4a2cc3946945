import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** Policies; each organization knows which ones are the newest; and the activities of a user that wait for votes are found. */
export function policies(kind: StoreKind): Migration {
  const { text, bigint, strict } = dialects[kind];
  const statements = [
    sql`create table policies (
      organization_id ${text} not null,
      policy_id ${text} not null,
      policy_name ${text} not null,
      effect ${text} not null,
      condition ${text} not null,
      consensus ${text} not null,
      time ${text} not null,
      notes ${text} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, policy_id),
      unique (organization_id, policy_name)
    ) ${strict}`,
    sql`alter table organizations add column policies_revision ${text}`,
    sql`alter table activities add column waiting_since_ms ${bigint}`,
    sql`update activities set waiting_since_ms = created_at_ms where status = 'ACTIVITY_STATUS_CONSENSUS_NEEDED'`,
    sql`create index activities_by_waiting on activities (organization_id, submitted_by) where waiting_since_ms is not null`,
  ];
  // As for the first tables: few organizations, each with much.
  const fewEach = sql`alter table policies alter column organization_id set (n_distinct = 10)`;
  return {
    async up(db) {
      for (const statement of statements) await statement.execute(db);
      if (kind === 'postgres') await fewEach.execute(db);
    },
  };
}
