import type { Kysely } from 'kysely';
import type { approveActivity } from '../../../../contract/activities.js';
import { refused } from '../../../../contract/refusals.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Organization } from '../../callers/caller.js';
import type { Prepared } from '../../engine/execute.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { executePending, preparePending } from '../../engine/pending.js';
import { activitiesKnownBy } from '../../engine/record.js';
import { spendStampedToken } from '../../engine/spendStampedToken.js';
import { approved, castVote, openWindow } from '../../engine/votes.js';
import { readUser } from '../../records/users.js';

/** The approval that completes the quorum executes the activity, in this same transaction; what that needs is prepared before. */
export const approveActivityHandler: ActivityHandler<typeof approveActivity, Prepared | undefined> = {
  async prepare({ parameters, caller, organization }, preparation) {
    const pending = await preparation.read((db) => findPending(db, organization, parameters.fingerprint));
    return preparePending(preparation, pending, { organization, voter: caller });
  },

  async execute({ parameters, prepared }, execution) {
    const { tools, transaction, organization, caller, ballot, nowMs } = execution;
    const activity = await findPending(transaction, organization, parameters.fingerprint);
    await spendStampedToken(execution);
    await openWindow(transaction, activity, nowMs);
    const voter = await readUser(transaction, caller.user);
    await castVote(tools, transaction, { activity, voter, selection: approved, ...ballot, nowMs });
    return executePending(execution, activity, prepared);
  },
};

/** @throws {RefusedError} ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING */
export async function findPending(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  fingerprint: string,
): Promise<Row<'activities'>> {
  const [activity] = await activitiesKnownBy(db, { organization_id, fingerprint });
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  if (activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') throw refused('ACTIVITY_NOT_PENDING');
  return activity;
}
