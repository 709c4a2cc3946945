import type { rejectActivity } from '../../../../contract/activities.js';
import { announceActivity } from '../../engine/announceActivity.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { forget } from '../../engine/sealedAnswers.js';
import { castVote, rejected } from '../../engine/votes.js';
import { readUser } from '../../records/users.js';
import { findPending } from './approveActivity.js';

/** One rejection ends a pending activity. */
export const rejectActivityHandler: ActivityHandler<typeof rejectActivity> = {
  async execute({ parameters: { fingerprint } }, execution) {
    const { tools, transaction, organization, caller, ballot, nowMs } = execution;
    const activity = await findPending(transaction, organization, fingerprint);
    const voter = await readUser(transaction, caller.user);
    await castVote(tools, transaction, { activity, voter, selection: rejected, ...ballot, nowMs });
    const updated = await transaction
      .updateTable('activities')
      .set({ status: 'ACTIVITY_STATUS_REJECTED', waiting_since_ms: null, updated_at_ms: nowMs })
      .where('organization_id', '=', activity.organization_id)
      .where('activity_id', '=', activity.activity_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await announceActivity(tools, transaction, organization, updated, nowMs);
    await forget(transaction, activity);
    return done({});
  },
};
