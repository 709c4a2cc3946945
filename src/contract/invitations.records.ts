import * as v from 'valibot';
import { timestamp } from './fields.js';

/** @see docs/wire.md 2.12 */
export const accessType = v.picklist(['ACCESS_TYPE_WEB', 'ACCESS_TYPE_API', 'ACCESS_TYPE_ALL']);

/** A member of our own: the hosted service shows no invitations. */
export const invitationStatus = v.picklist([
  'INVITATION_STATUS_PENDING',
  'INVITATION_STATUS_ACCEPTED',
  'INVITATION_STATUS_DELETED',
]);
export type InvitationStatus = v.InferOutput<typeof invitationStatus>;

/** `userId`: the user created when it was accepted. A pending invitation cannot be accepted after `expiresAt`. */
export const invitation = v.object({
  invitationId: v.string(),
  receiverUserName: v.string(),
  receiverUserEmail: v.string(),
  receiverUserTags: v.array(v.string()),
  accessType: v.string(),
  senderUserId: v.string(),
  status: invitationStatus,
  userId: v.optional(v.string()),
  expiresAt: timestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type Invitation = v.InferOutput<typeof invitation>;
