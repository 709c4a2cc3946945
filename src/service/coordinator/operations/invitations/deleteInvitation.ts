import type { deleteInvitation } from '../../../../contract/invitations.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { endInvitation } from '../../records/invitations.js';

/** It can no longer be accepted; its message in the outbox is not sent. */
export const deleteInvitationHandler: ActivityHandler<typeof deleteInvitation> = {
  async execute({ parameters: { invitationId } }, { transaction, organization, nowMs }) {
    const found = await transaction
      .selectFrom('invitations')
      .selectAll()
      .where('organization_id', '=', organization.organization_id)
      .where('invitation_id', '=', invitationId)
      .executeTakeFirst();
    if (!found) throw refused('INVITATION_NOT_FOUND');
    if (found.status !== 'PENDING') throw refused('INVITATION_NOT_PENDING');
    await endInvitation(transaction, found, { status: 'DELETED', updated_at_ms: nowMs });
    return done({ invitationId });
  },
};
