import type { Generated } from 'kysely';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface OrganizationsTables {
  organizations: OrganizationsTable;
  deleted_organizations: DeletedOrganizationsTable;
}

export const organizationsMigrations: Migrations = {
  /** Who is suspended, since when, and why. */
  '0045-suspension':
    ({ sql, types: { text, bigint } }) =>
    async (db) => {
      await sql`alter table organizations add column suspended_at_ms ${bigint}`.execute(db);
      await sql`alter table organizations add column suspension_reason ${text}`.execute(db);
      await sql`alter table organizations add column suspending_until_ms ${bigint}`.execute(db);
    },
};

/** Every organization, with its parent. */
interface OrganizationsTable {
  organization_id: string;
  /** `null` for a parent organization. */
  parent_id: string | null;
  name: string;
  /** The original name, after a change. */
  first_name: string | null;
  root_quorum_threshold: number;
  /** Keyed hash of the client address that signed up; `null` where no client did. */
  requester: string | null;
  /** Another id after every change of its policies; `null` where it never had one. */
  policies_revision: string | null;
  /** JSON: of each feature its value, or `null` where it is switched off; those that are not named are as from the beginning. */
  features: Generated<string>;
  created_at_ms: number;
  /** `null` while it is not suspended. */
  suspended_at_ms: number | null;
  /** As the operator wrote it; `null` while it is not suspended. */
  suspension_reason: string | null;
  /** Until when it counts as suspended because its suspension is about to commit; `null` once that has. */
  suspending_until_ms: number | null;
}

/** Sub-organizations that are no more, while rows of theirs are still to be cleared away. */
interface DeletedOrganizationsTable {
  organization_id: string;
}
