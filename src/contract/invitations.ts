import * as v from 'valibot';
import { email, label, uuid } from './fields.js';
import { listInvitations } from './invitations.queries.js';
import { accessType } from './invitations.records.js';
import { activity } from './row.js';

const invitationParams = v.strictObject({
  receiverUserName: label,
  receiverUserEmail: email,
  receiverUserTags: v.pipe(v.array(uuid), v.maxLength(10)),
  accessType,
  senderUserId: uuid,
});
const createInvitationsParameters = v.strictObject({
  invitations: v.pipe(v.array(invitationParams), v.minLength(1), v.maxLength(20)),
});
const createInvitationsResult = v.object({ invitationIds: v.array(v.string()) });
export interface CreateInvitationsParameters extends v.InferInput<typeof createInvitationsParameters> {}
export interface CreateInvitationsResult extends v.InferOutput<typeof createInvitationsResult> {}

/**
 * Invites people to the organization for seven days. If the configuration names the app's origin, each is mailed the names of the inviter
 * and the organization and a link with `?invitation=<id>`. An invited person who proves that address by a code and logs in with this
 * organization's id (`otp_login`) becomes a user with the given name and tags, outside the root quorum.
 *
 * Of a top-level organization: where the service has a dashboard, the link leads there, and an address that has a sub-organization is refused.
 *
 * @remarks Invitations of a sub-organization are mailed only if its parent's configuration sets `subOrganizationMail`; otherwise the app
 * can pass on the id itself. Mails count toward the caps of the configuration. `accessType` is recorded.
 * @throws NOT_AUTHORIZED where `senderUserId` is not the caller's, USER_NOT_FOUND, CONTACT_INVALID, NAME_TAKEN, ALIAS_IN_POLICY (where
 * a policy reads names: the root quorum alone gives them), LIMIT_REACHED (100 pending ones), TAG_NOT_FOUND, TOO_MANY_CODES, LOGIN_BUSY,
 * CONTACT_HAS_ACCOUNT, FRESH_LOGIN_REQUIRED
 * @see docs/wire.md S4.2 `create_invitations`
 */
export const createInvitations = activity({
  name: 'create_invitations',
  versions: {
    V1: {
      parameters: createInvitationsParameters as v.GenericSchema<CreateInvitationsParameters>,
      result: createInvitationsResult as v.GenericSchema<CreateInvitationsResult>,
    },
  },
  newest: 'V1',
  resource: 'INVITATION',
  action: 'CREATE',
  right: 'quorum',
  givesName: 'invitations',
  fresh: 'required',
  changes: [listInvitations],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'NOT_AUTHORIZED',
    'USER_NOT_FOUND',
    'CONTACT_INVALID',
    'CONTACT_HAS_ACCOUNT',
    'NAME_TAKEN',
    'ALIAS_IN_POLICY',
    'LIMIT_REACHED',
    'TOO_MANY_CODES',
    'LOGIN_BUSY',
    'TAG_NOT_FOUND',
  ],
  unrecorded: { LOGIN_BUSY: 'always' },
});

const invitationId = v.strictObject({ invitationId: uuid });
const deletedInvitation = v.object({ invitationId: v.string() });
export interface DeleteInvitationParameters extends v.InferInput<typeof invitationId> {}
export interface DeleteInvitationResult extends v.InferOutput<typeof deletedInvitation> {}

/**
 * Withdraws a pending invitation; a mail that has not been sent yet is not sent.
 *
 * @throws INVITATION_NOT_FOUND, INVITATION_NOT_PENDING, FRESH_LOGIN_REQUIRED
 * @see The public OpenAPI document, v1DeleteInvitationIntent
 */
export const deleteInvitation = activity({
  name: 'delete_invitation',
  versions: {
    V1: {
      parameters: invitationId as v.GenericSchema<DeleteInvitationParameters>,
      result: deletedInvitation as v.GenericSchema<DeleteInvitationResult>,
    },
  },
  newest: 'V1',
  resource: 'INVITATION',
  action: 'DELETE',
  right: 'quorum',
  fresh: 'required',
  changes: [listInvitations],
  refusals: ['FRESH_LOGIN_REQUIRED', 'INVITATION_NOT_FOUND', 'INVITATION_NOT_PENDING'],
});
