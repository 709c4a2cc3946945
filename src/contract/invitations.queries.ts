import * as v from 'valibot';
import { pagination, uuid } from './fields.js';
import { invitation } from './invitations.records.js';
import { query } from './row.js';

const listInvitationsRequest = v.strictObject({ organizationId: uuid, paginationOptions: v.optional(pagination) });
const listInvitationsResponse = v.object({ invitations: v.array(invitation) });
export interface ListInvitationsRequest extends v.InferInput<typeof listInvitationsRequest> {}
export interface ListInvitationsResponse extends v.InferOutput<typeof listInvitationsResponse> {}

/**
 * The invitations of an organization, newest first, ten a page by default. They are listed until 30 days after they expire.
 *
 * @see A path of our own; the hosted service has none
 */
export const listInvitations = query({
  name: 'list_invitations',
  request: listInvitationsRequest as v.GenericSchema<ListInvitationsRequest>,
  response: listInvitationsResponse as v.GenericSchema<ListInvitationsResponse>,
  refusals: [],
});
