import type { Expiring, Flag } from '../columns.js';

/** The tables of this area. */
export interface InvitationsTables {
  invitations: InvitationsTable;
}

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
