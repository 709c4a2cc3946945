import type { Transaction } from 'kysely';
import type { Activity } from '../../../contract/activities.records.js';
import { type RefusedError, refused } from '../../../contract/refusals.js';
import { type ActivityRow, versionOf } from '../../../contract/row.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { checkRecoveryKey, findCaller } from '../callers/caller.js';
import type { Admitted } from './admit.js';
import { resultMember } from './commit.js';
import { endAbandoned } from './effects.js';
import type { AnsweredBefore, CountedHappening, Effect } from './handlers/outcome.js';
import type { Submission } from './incoming.js';
import { activitiesKnownBy, failureOf, findActivity, withProofsAndVotes } from './record/record.js';
import type { Recorder } from './record/recordBudget.js';
import { handOverResult } from './sealedAnswers.js';

/** What is answered to an activity. */
export type KnownAnswer = {
  readonly activity: Activity;
  readonly failure?: RefusedError | undefined;
  /** The rows that were recorded. */
  readonly recorded?: readonly object[];
  /** To be performed once this is committed. */
  readonly effects?: readonly Effect[] | undefined;
  /** The revision of policies that the record names. */
  readonly revision?: string | undefined;
  /** What is counted once this is committed. */
  readonly counts?: CountedHappening | undefined;
  /** The budgets that these count toward. */
  readonly recorder?: Recorder | undefined;
};

/**
 * Known bytes: returns the stored activity to a caller who may read it, and in full to its requester. If its contents were deleted, without
 * them. A vote is returned only to its voter.
 *
 * @throws {ChangedMeanwhile} the bytes are no longer known
 * @throws {RefusedError} ORGANIZATION_NOT_FOUND, PUBLIC_KEY_NOT_FOUND, API_KEY_EXPIRED, NOT_AUTHORIZED, VOTE_NOT_COUNTED
 */
export async function answerKnown(
  transaction: Transaction<Tables>,
  { tools, row, stampedWith, request, fingerprint, arrival: { note } }: Submission,
): Promise<KnownAnswer> {
  const nowMs = tools.clock();
  const { organizationId } = request;
  const { organization, caller } = await findCaller(transaction, {
    organizationId,
    ...stampedWith,
    nowMs,
    from: ['organization', 'parent'],
  });
  note({ organization: organization.organization_id, user: caller.user.user_id });
  checkRecoveryKey(row, caller);
  const find = async () => (await activitiesKnownBy(transaction, { organization_id: organizationId, fingerprint }))[0];
  let known = await find();
  if (known?.status === 'ACTIVITY_STATUS_PENDING' && (await endAbandoned(tools, transaction, known)))
    known = await find();
  if (!known) throw new ChangedMeanwhile('The bytes are no longer known.');
  const activity = await withProofsAndVotes(tools, transaction, known, { caller, organization, nowMs });
  const isMaker = known.submitted_by === caller.user.user_id;
  if (caller.user.is_proxy && !isMaker) throw refused('NOT_AUTHORIZED');
  // Votes of two users at one instant have the same bytes: neither may take the other's for theirs.
  if (row.right === 'vote' && !isMaker) throw refused('VOTE_NOT_COUNTED');
  const result = isMaker ? await handOverResult(tools, transaction, known) : undefined;
  return { activity: { ...activity, ...(result && { result }) }, failure: failureOf(known) };
}

/** What an earlier activity answered, again: that one, with the result that a code or token still knows. */
export async function answerBefore(
  tools: Tools,
  transaction: Transaction<Tables>,
  { organization, caller, nowMs }: Pick<Admitted, 'organization' | 'caller' | 'nowMs'>,
  { row, activityId, result }: AnsweredBefore & { readonly row: ActivityRow },
): Promise<KnownAnswer> {
  const earlier = await findActivity(transaction, organization.organization_id, activityId);
  const found = earlier && versionOf(row, earlier.type);
  if (!found) throw new Error(`The activity ${activityId} that answered is not there.`);
  const activity = await withProofsAndVotes(tools, transaction, earlier, { caller, organization, nowMs });
  return { activity: { ...activity, result: resultMember(found.version, result) } };
}
