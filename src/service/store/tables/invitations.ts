import type { Expiring, Flag } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface InvitationsTables {
  invitations: InvitationsTable;
}

/** Since the first tables. */
export const invitationsMigrations: Migrations = {
  /** Whether the root quorum made an invitation: of those there are, it is not known. */
  '0037-invitations-by-root-quorum':
    ({ sql, types }) =>
    async (db) => {
      const column = sql`by_root_quorum ${types.integer} not null default 0`;
      await sql`alter table invitations add column ${column}`.execute(db);
    },
};

/** Invitations are listed for a month after their time. */
export const invitationsExpiring = [
  { table: 'invitations', keptMs: 30 * 24 * 60 * 60_000 },
] as const satisfies readonly Expiring<keyof InvitationsTables>[];

interface InvitationsTable {
  organization_id: string;
  /** Ids are in the order of time. */
  invitation_id: string;
  receiver_user_name: string;
  /** Canonical form. */
  receiver_user_email: string;
  /** JSON: the ids of the tags that the user shall have. */
  receiver_tag_ids: string;
  access_type: string;
  sender_user_id: string;
  status: 'PENDING' | 'ACCEPTED' | 'DELETED';
  /** Whether the root quorum made it, or approved it. */
  by_root_quorum: Flag;
  /** Whom it made; `null` until it is accepted. */
  accepted_user_id: string | null;
  expires_at_ms: number;
  created_at_ms: number;
  updated_at_ms: number;
}
