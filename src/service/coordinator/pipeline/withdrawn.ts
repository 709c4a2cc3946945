import type { Transaction } from 'kysely';
import { writeRefusalBody } from '../../../contract/refusalBody.js';
import type { RefusedError } from '../../../contract/refusals.js';
import { peer } from '../../peer.js';
import type { Tables } from '../../store/schema.js';
import type { Organization } from '../caller/caller.js';
import { forget } from './sealedAnswers.js';
import { withdrawVotes } from './votes.js';

/** Users who may no longer vote, and the error of their own waiting activities. */
type Withdrawal = { readonly userIds: readonly string[]; readonly refusal: RefusedError; readonly nowMs: number };

/** Ends users' waiting activities, and withdraws their votes on others'. */
export async function withdraw(
  transaction: Transaction<Tables>,
  { organization_id }: Organization,
  { userIds, refusal, nowMs }: Withdrawal,
): Promise<void> {
  const { sql } = await peer('kysely', () => import('kysely'));
  const waiting = await transaction
    .selectFrom('activities')
    .select(['organization_id', 'activity_id', 'submitted_by'])
    .where('organization_id', '=', organization_id)
    // In the text of the statement, so that the index of those that wait is found by it.
    .where('status', '=', sql.lit('ACTIVITY_STATUS_CONSENSUS_NEEDED'))
    .execute();
  for (const activity of waiting) {
    if (!userIds.includes(activity.submitted_by)) {
      await withdrawVotes(transaction, activity, userIds);
      continue;
    }
    await transaction
      .updateTable('activities')
      .set({
        status: 'ACTIVITY_STATUS_FAILED',
        failure: JSON.stringify(writeRefusalBody(refusal)),
        updated_at_ms: nowMs,
      })
      .where('organization_id', '=', organization_id)
      .where('activity_id', '=', activity.activity_id)
      .execute();
    await forget(transaction, activity);
  }
}
