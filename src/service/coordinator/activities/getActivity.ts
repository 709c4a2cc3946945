import type { getActivity } from '../../../contract/activities.queries.js';
import { refused } from '../../../contract/refusals.js';
import type { AnswerQuery } from '../pipeline/question.js';
import { findActivity, withVotes } from '../pipeline/record.js';

/** A foreign and an absent activity are both not found. */
export const answerGetActivity: AnswerQuery<typeof getActivity> = async (
  request,
  { tools, db, caller, organization },
) => {
  const stored = await findActivity(db, request.organizationId, request.activityId);
  const viewing = { caller, organization, nowMs: tools.clock() };
  const [activity] = stored ? await withVotes(tools, db, [stored], viewing) : [];
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  return { activity };
};
