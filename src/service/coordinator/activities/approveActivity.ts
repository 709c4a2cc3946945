import type { approveActivity } from '../../../contract/activities.js';
import { refused } from '../../../contract/refusals.js';
import type { Row } from '../../store/schema.js';
import type { Execute, Execution } from '../execution.js';
import { activitiesKnownBy } from '../record.js';
import { readUser } from '../users.js';
import { approved, castVote, openWindow } from '../votes.js';

/** The approval that completes the quorum executes the activity, in this same transaction. */
export const executeApproveActivity: Execute<typeof approveActivity> = async ({ fingerprint }, execution) => {
  const { tools, transaction, caller, ballot, nowMs } = execution;
  const activity = await findPending(execution, fingerprint);
  await openWindow(transaction, activity, nowMs);
  const voter = await readUser(transaction, caller.user);
  await castVote(tools, transaction, { activity, voter, selection: approved, ...ballot, nowMs });
  await execution.executePending(activity);
  return {};
};

/** @throws {RefusedError} ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING */
export async function findPending(
  { transaction, organization }: Execution,
  fingerprint: string,
): Promise<Row<'activities'>> {
  const { organization_id } = organization;
  const [activity] = await activitiesKnownBy(transaction, { organization_id, fingerprint });
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  if (activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') throw refused('ACTIVITY_NOT_PENDING');
  return activity;
}
