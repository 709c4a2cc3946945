import type { listInvitations } from '../../../contract/invitations.queries.js';
import { limitOf } from '../pipeline/pagination.js';
import type { AnswerQuery } from '../pipeline/question.js';
import { writeInvitation } from './records.js';

/** Newest first: ids are in the order of time. */
export const answerListInvitations: AnswerQuery<typeof listInvitations> = async (request, { db }) => {
  const { organizationId, paginationOptions: page } = request;
  let list = db.selectFrom('invitations').selectAll().where('organization_id', '=', organizationId);
  if (page?.after) list = list.where('invitation_id', '<', page.after);
  if (page?.before) list = list.where('invitation_id', '>', page.before);
  const wayBack = page?.before !== undefined && page.after === undefined;
  const found = await list
    .orderBy('invitation_id', wayBack ? 'asc' : 'desc')
    .limit(limitOf(page))
    .execute();
  return { invitations: (wayBack ? found.reverse() : found).map(writeInvitation) };
};
