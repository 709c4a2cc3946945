import type { getActivity } from '../../../contract/activities.js';
import { refused } from '../../../contract/refusals.js';
import type { AnswerQuery } from '../question.js';
import { withVotes } from '../record.js';

/** A foreign and an absent activity are both not found. */
export const answerGetActivity: AnswerQuery<typeof getActivity> = async (request, { db, caller }) => {
  const stored = await db
    .selectFrom('activities')
    .selectAll()
    .where('organization_id', '=', request.organizationId)
    .where('activity_id', '=', request.activityId)
    .executeTakeFirst();
  const [activity] = stored ? await withVotes(db, [stored], caller.user) : [];
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  return { activity };
};
