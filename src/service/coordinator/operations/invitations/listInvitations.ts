import type { listInvitations } from '../../../../contract/invitations.queries.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { readPage } from '../../engine/pagination.js';
import { writeInvitation } from '../../records/invitations.js';

/** Newest first. */
export const answerListInvitations: AnswerQuery<typeof listInvitations> = async (request, { db }) => {
  const { organizationId, paginationOptions: page } = request;
  const list = db.selectFrom('invitations').selectAll().where('organization_id', '=', organizationId);
  const found = await readPage(list, { by: 'invitation_id', from: 'greatest' }, page);
  return { invitations: found.map(writeInvitation) };
};
