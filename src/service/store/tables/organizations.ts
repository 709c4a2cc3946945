import type { Generated } from 'kysely';

/** The tables of this area. */
export interface OrganizationsTables {
  organizations: OrganizationsTable;
  deleted_organizations: DeletedOrganizationsTable;
}

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
}

/** Sub-organizations that are no more, while rows of theirs are still to be cleared away. */
interface DeletedOrganizationsTable {
  organization_id: string;
}
