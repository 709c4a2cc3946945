import type { Kysely } from 'kysely';
import type { Invitation, InvitationStatus } from '../../../contract/invitations.records.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row, Tables } from '../../store/schema.js';

/** An invitation as the wire has it. */
export const writeInvitation = (stored: Row<'invitations'>): Invitation => ({
  invitationId: stored.invitation_id,
  receiverUserName: stored.receiver_user_name,
  receiverUserEmail: stored.receiver_user_email,
  receiverUserTags: JSON.parse(stored.receiver_tag_ids),
  accessType: stored.access_type,
  senderUserId: stored.sender_user_id,
  status: `INVITATION_STATUS_${stored.status}` satisfies InvitationStatus,
  ...(stored.accepted_user_id !== null && { userId: stored.accepted_user_id }),
  expiresAt: timestampOf(stored.expires_at_ms),
  createdAt: timestampOf(stored.created_at_ms),
  updatedAt: timestampOf(stored.updated_at_ms),
});

/** Records the outcome of an invitation. */
export async function endInvitation(
  db: Kysely<Tables>,
  { organization_id, invitation_id }: Pick<Row<'invitations'>, 'organization_id' | 'invitation_id'>,
  end: Pick<Row<'invitations'>, 'status' | 'updated_at_ms'> & Partial<Pick<Row<'invitations'>, 'accepted_user_id'>>,
): Promise<void> {
  await db
    .updateTable('invitations')
    .set(end)
    .where('organization_id', '=', organization_id)
    .where('invitation_id', '=', invitation_id)
    .execute();
}
