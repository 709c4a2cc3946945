import type { getActivity } from '../../../../contract/activities.queries.js';
import { refused } from '../../../../contract/refusals.js';
import type { Row } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { endAbandoned } from '../../engine/effects.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { findActivity, withVotes } from '../../engine/record.js';

/** A foreign and an absent activity are both not found. One that was begun by a process that is no more came to nothing. */
export const answerGetActivity: AnswerQuery<typeof getActivity> = async (
  request,
  { tools, db, caller, organization },
) => {
  const find = () => findActivity(db, request.organizationId, request.activityId);
  let stored = await find();
  const isUnderWay = stored?.status === 'ACTIVITY_STATUS_PENDING';
  if (stored && isUnderWay && (await endWhereAbandoned(tools, stored))) stored = await find();
  const viewing = { caller, organization, nowMs: tools.clock() };
  const [activity] = stored ? await withVotes(tools, db, [stored], viewing) : [];
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  return { activity };
};

const endWhereAbandoned = (tools: Tools, stored: Row<'activities'>): Promise<boolean> =>
  tools.store.transaction((transaction) => endAbandoned(tools, transaction, stored));
