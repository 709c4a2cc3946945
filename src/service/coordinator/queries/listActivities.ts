import type { listActivities } from '../../../contract/activities.js';
import { limitOf } from '../page.js';
import type { AnswerQuery } from '../question.js';
import { withVotes } from '../record.js';

/** Newest first; ids are in the order of time, so that they are the places in the list. */
export const answerListActivities: AnswerQuery<typeof listActivities> = async (request, { tools, db, caller }) => {
  const { organizationId, filterByStatus, filterByType, paginationOptions: page } = request;
  let list = db.selectFrom('activities').selectAll().where('organization_id', '=', organizationId);
  if (filterByStatus?.length) list = list.where('status', 'in', filterByStatus);
  if (filterByType?.length) list = list.where('type', 'in', filterByType);
  if (page?.after) list = list.where('activity_id', '<', page.after);
  if (page?.before) list = list.where('activity_id', '>', page.before);
  const wayBack = page?.before !== undefined && page.after === undefined;
  const found = await list
    .orderBy('activity_id', wayBack ? 'asc' : 'desc')
    .limit(limitOf(page))
    .execute();
  const viewing = { viewer: caller.user, nowMs: tools.clock() };
  return { activities: await withVotes(db, wayBack ? found.reverse() : found, viewing) };
};
