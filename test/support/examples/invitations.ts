import type * as invitations from '../../../src/contract/invitations.js';
import { createInvitations, deleteInvitation } from '../../../src/contract/invitations.js';
import type * as queries from '../../../src/contract/invitations.queries.js';
import { absentId } from '../parties.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

/** A new invitation by a user. */
const invitationBy = (senderUserId: string) => {
  const receiverUserName = unique('Guest');
  const receiverUserEmail = `${receiverUserName.toLowerCase()}@example.com`;
  const rest = { receiverUserTags: [], accessType: 'ACCESS_TYPE_WEB' as const };
  return { receiverUserName, receiverUserEmail, senderUserId, ...rest };
};

export const invitationResources = {
  /** A deleted one. */
  invitationId: {
    absent: absentId,
    make: async ({ root, done }: Maker) => {
      const { invitationIds } = await done(createInvitations, { invitations: [invitationBy(root.userId)] });
      return (await done(deleteInvitation, { invitationId: invitationIds[0] ?? '' })).invitationId;
    },
  },
};

export const invitationExamples: Examples<typeof invitations & typeof queries> = {
  createInvitations: {
    request: ({ rootUserId }) => ({ invitations: [invitationBy(rootUserId)] }),
    ofForeign: 'USER_NOT_FOUND',
  },
  deleteInvitation: {
    request: ({ invitationId }) => ({ invitationId }),
    inParent: 'INVITATION_NOT_PENDING',
    inSub: 'INVITATION_NOT_PENDING',
    ofForeign: 'INVITATION_NOT_FOUND',
  },
  listInvitations: { request: () => ({}) },
};
