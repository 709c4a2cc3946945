import type { Kysely, Transaction } from 'kysely';
import type { User } from '../../../../contract/shapes.js';
import type { Row, Tables } from '../../../store/schema.js';
import { statement, type ValueOf } from '../../../store/statement.js';
import type { Tools } from '../../../tools.js';
import type { KeptStamp } from '../../callers/credentialStamp.js';
import { hasSoleVote, noSoleVote, soleVoteValues, type VoteColumns, writeSoleVote } from './soleVote.js';

export const approved = 'VOTE_SELECTION_APPROVED';
export const rejected = 'VOTE_SELECTION_REJECTED';

/** How long approvals stay good. @see docs/wire.md 2.3 */
const windowMs = 24 * 60 * 60_000;

type Ballot = {
  readonly activity: Pick<Row<'activities'>, 'organization_id' | 'activity_id'>;
  /** The caller as the wire has it now. */
  readonly voter: User;
  readonly selection: typeof approved | typeof rejected;
  /** The body that was stamped, or `[redacted]`. */
  readonly message: string;
  readonly stamp: KeptStamp;
  /** What it goes with. */
  readonly belongsTo: string | null;
  /** JSON: the outcomes of the organization's policies; absent if none was evaluated. */
  readonly evaluations?: string | undefined;
  readonly nowMs: number;
};

/** For the statement that records an activity. */
export const voteValues = soleVoteValues;
/** An activity's own columns while its votes are rows of their own, and once its votes are deleted. */
export const noVotes = noSoleVote;
/** Whether an activity's submission decided it, without votes of others. */
export const isDecidedAtOnce = hasSoleVote;

/** The submitter's vote, which decides the activity that is recorded with these columns: no other is waited for. */
export const decidingVote = (
  { newTimedId }: Pick<Tools, 'newTimedId'>,
  { voter, message, stamp, evaluations, nowMs }: Omit<Ballot, 'activity' | 'selection' | 'belongsTo'>,
): VoteColumns =>
  writeSoleVote({
    id: newTimedId(nowMs),
    user: voter,
    message,
    publicKey: stamp.publicKey,
    signature: stamp.signature,
    scheme: stamp.scheme,
    ...(evaluations !== undefined && { evaluations: JSON.parse(evaluations) }),
  });

/** Records a vote, with the user as it is now. A user's later vote takes the place of the earlier one. */
export async function castVote(
  { newTimedId }: Tools,
  transaction: Transaction<Tables>,
  { activity, voter, selection, message, stamp, belongsTo, evaluations, nowMs }: Ballot,
): Promise<Row<'votes'>> {
  const vote: Row<'votes'> = {
    organization_id: activity.organization_id,
    activity_id: activity.activity_id,
    user_id: voter.userId,
    vote_id: newTimedId(nowMs),
    user_record: JSON.stringify(voter),
    selection,
    message,
    public_key: stamp.publicKey,
    signature: stamp.signature,
    scheme: stamp.scheme,
    belongs_to: belongsTo,
    evaluations: evaluations ?? null,
    created_at_ms: nowMs,
  };
  await insertVote(transaction, vote);
  return vote;
}

const insertVote = statement((db, value: ValueOf<Row<'votes'>>) => {
  const changing = {
    vote_id: value('vote_id'),
    user_record: value('user_record'),
    selection: value('selection'),
    message: value('message'),
    public_key: value('public_key'),
    signature: value('signature'),
    scheme: value('scheme'),
    belongs_to: value('belongs_to'),
    evaluations: value('evaluations'),
    created_at_ms: value('created_at_ms'),
  };
  return db
    .insertInto('votes')
    .values({
      organization_id: value('organization_id'),
      activity_id: value('activity_id'),
      user_id: value('user_id'),
      ...changing,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'activity_id', 'user_id']).doUpdateSet(changing));
});

/** Whether the approvals of an activity are older than a day, and count no more. */
export const haveLapsed = (activity: Pick<Row<'activities'>, 'window_opened_at_ms'>, nowMs: number): boolean =>
  nowMs >= activity.window_opened_at_ms + windowMs;

/** Lets approvals lapse that are older than a day: a new window opens, and they must be given again. */
export async function openWindow(
  transaction: Transaction<Tables>,
  activity: Row<'activities'>,
  nowMs: number,
): Promise<void> {
  if (!haveLapsed(activity, nowMs)) return;
  await transaction
    .deleteFrom('votes')
    .where('organization_id', '=', activity.organization_id)
    .where('activity_id', '=', activity.activity_id)
    .execute();
  await transaction
    .updateTable('activities')
    .set({ window_opened_at_ms: nowMs })
    .where('organization_id', '=', activity.organization_id)
    .where('activity_id', '=', activity.activity_id)
    .execute();
}

/** What a vote was stamped with. */
export type VotedBy = { readonly voted_by: string; readonly voted_with: string };

/**
 * The users who approve an activity that waits and are still members of the organization, and the keys that they approve it by. A rejection
 * ends what waits: all its votes approve.
 */
export function approversOf(db: Kysely<Tables>, activity: Row<'activities'>): Promise<(Row<'users'> & VotedBy)[]> {
  return db
    .selectFrom('votes')
    .innerJoin('users', (join) =>
      join.onRef('users.organization_id', '=', 'votes.organization_id').onRef('users.user_id', '=', 'votes.user_id'),
    )
    .selectAll('users')
    .select(['votes.public_key as voted_by', 'votes.scheme as voted_with'])
    .where('votes.organization_id', '=', activity.organization_id)
    .where('votes.activity_id', '=', activity.activity_id)
    .orderBy('votes.created_at_ms')
    .orderBy('votes.vote_id')
    .execute();
}

/** Stores the policies' outcomes with a user's vote on a waiting activity. */
export async function keepEvaluations(
  transaction: Transaction<Tables>,
  activity: Pick<Row<'activities'>, 'organization_id' | 'activity_id'>,
  { userId, evaluations }: { readonly userId: string; readonly evaluations: string },
): Promise<void> {
  await transaction
    .updateTable('votes')
    .set({ evaluations })
    .where('organization_id', '=', activity.organization_id)
    .where('activity_id', '=', activity.activity_id)
    .where('user_id', '=', userId)
    .execute();
}

/** What a user voted with on an activity that waits for others, or `undefined`. */
export function votedBy(
  db: Kysely<Tables>,
  activity: Pick<Row<'activities'>, 'organization_id' | 'activity_id'>,
  userId: string,
): Promise<VotedBy | undefined> {
  return db
    .selectFrom('votes')
    .select(['public_key as voted_by', 'scheme as voted_with'])
    .where('organization_id', '=', activity.organization_id)
    .where('activity_id', '=', activity.activity_id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Users' votes on activities, and what they were stamped by. */
export async function votesBy(
  transaction: Transaction<Tables>,
  organizationId: string,
  { activityIds, userIds }: { readonly activityIds: readonly string[]; readonly userIds: readonly string[] },
): Promise<(Pick<Row<'votes'>, 'activity_id' | 'user_id' | 'belongs_to'> & Pick<VotedBy, 'voted_by'>)[]> {
  if (activityIds.length === 0) return [];
  return transaction
    .selectFrom('votes')
    .select(['activity_id', 'user_id', 'belongs_to', 'public_key as voted_by'])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', activityIds)
    .where('user_id', 'in', userIds)
    .execute();
}

/** Takes back votes on activities that wait for others. */
export async function withdrawVotes(
  transaction: Transaction<Tables>,
  organizationId: string,
  votes: readonly Pick<Row<'votes'>, 'activity_id' | 'user_id'>[],
): Promise<void> {
  for (const { activity_id, user_id } of votes)
    await transaction
      .deleteFrom('votes')
      .where('organization_id', '=', organizationId)
      .where('activity_id', '=', activity_id)
      .where('user_id', '=', user_id)
      .execute();
}
