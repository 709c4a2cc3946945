import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Vote } from '../../../../contract/activities.records.js';
import type { User } from '../../../../contract/shapes.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { Row, Tables } from '../../../store/schema.js';
import { type OutcomeOfPolicy, readEvaluations } from './policyOutcomes.js';
import { hasSoleVote, readSoleVote, soleVoteBytes } from './soleVote.js';
import { approved } from './votes.js';

/** The votes of an activity as the wire has them, wherever they are kept. @param rows - those that are rows of their own. */
export function votesIn(activity: Row<'activities'>, rows: readonly Row<'votes'>[]): Vote[] {
  const sole = readSoleVote(activity);
  if (!sole) return rows.map(voteOf);
  const { id, user, message, publicKey, signature, scheme } = sole;
  const whose = {
    id,
    userId: activity.submitted_by,
    user,
    activityId: activity.activity_id,
    selection: approved,
  } as const;
  return [{ ...whose, message, publicKey, signature, scheme, createdAt: timestampOf(activity.created_at_ms) }];
}

function voteOf(vote: Row<'votes'>): Vote {
  return {
    id: vote.vote_id,
    userId: vote.user_id,
    user: JSON.parse(vote.user_record) as User,
    activityId: vote.activity_id,
    selection: vote.selection as Vote['selection'],
    message: vote.message,
    publicKey: vote.public_key,
    signature: vote.signature,
    scheme: vote.scheme,
    createdAt: timestampOf(vote.created_at_ms),
  };
}

/** The votes of activities of one organization, by the activity's id, oldest first. */
export async function votesOf(
  db: Kysely<Tables>,
  activities: readonly Row<'activities'>[],
): Promise<ReadonlyMap<string, readonly Vote[]>> {
  const rows = await rowsOf(
    db,
    activities.filter((activity) => !hasSoleVote(activity)),
  );
  return new Map(
    activities.map((activity) => [
      activity.activity_id,
      votesIn(
        activity,
        rows.filter(({ activity_id }) => activity_id === activity.activity_id),
      ),
    ]),
  );
}

async function rowsOf(db: Kysely<Tables>, activities: readonly Row<'activities'>[]): Promise<Row<'votes'>[]> {
  const [first] = activities;
  if (!first) return [];
  const ids = activities.map(({ activity_id }) => activity_id);
  return db
    .selectFrom('votes')
    .selectAll()
    .where('organization_id', '=', first.organization_id)
    .where('activity_id', 'in', ids)
    .orderBy('created_at_ms')
    .orderBy('vote_id')
    .execute();
}

/** The outcomes of policies by vote, for the votes on activities of one organization that policies were evaluated at, oldest first. */
export const evaluationsOf = async (
  db: Kysely<Tables>,
  activities: readonly Row<'activities'>[],
): Promise<readonly VoteEvaluations[]> => outcomesIn(db, activities, await keptOf(db, activities));

/** The same of the last of these votes on each activity: of many activities with many votes the others would take long to read. */
export async function lastEvaluationsOf(
  db: Kysely<Tables>,
  activities: readonly Row<'activities'>[],
): Promise<readonly VoteEvaluations[]> {
  const kept = await keptOf(db, activities);
  const last = new Map(kept.map((each) => [each.activity_id, each]));
  return outcomesIn(db, activities, [...last.values()]);
}

/** `evaluations`: JSON of a row, or what a sole vote has in it already. */
type KeptVote = Pick<Row<'votes'>, 'activity_id' | 'vote_id' | 'created_at_ms'> & { readonly evaluations: unknown };

async function keptOf(db: Kysely<Tables>, activities: readonly Row<'activities'>[]): Promise<readonly KeptVote[]> {
  const rows = await rowsOf(
    db,
    activities.filter((activity) => !hasSoleVote(activity)),
  );
  return [
    ...activities.flatMap((activity) => {
      const sole = readSoleVote(activity);
      return sole?.evaluations === undefined ? [] : [{ ...activity, vote_id: sole.id, evaluations: sole.evaluations }];
    }),
    ...rows.filter(({ evaluations }) => evaluations !== null),
  ];
}

async function outcomesIn(
  db: Kysely<Tables>,
  activities: readonly Row<'activities'>[],
  kept: readonly KeptVote[],
): Promise<readonly VoteEvaluations[]> {
  const all = await readEvaluations(
    db,
    activities[0]?.organization_id ?? '',
    kept.map(({ evaluations }) => (typeof evaluations === 'string' ? JSON.parse(evaluations) : evaluations)),
  );
  return kept.map(({ activity_id, vote_id, created_at_ms }, index) => ({
    activityId: activity_id,
    voteId: vote_id,
    outcomes: all[index] ?? [],
    createdAtMs: created_at_ms,
  }));
}

type VoteEvaluations = {
  readonly activityId: string;
  readonly voteId: string;
  readonly outcomes: readonly OutcomeOfPolicy[];
  readonly createdAtMs: number;
};

/** The approximate size in bytes of activities' votes in an answer. The database returns it without reading them. */
export async function voteBytesOf(
  db: Kysely<Tables>,
  organizationId: string,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const activities = await db
    .selectFrom('activities')
    .select((row) => ['activity_id', soleVoteBytes(row).as('bytes')])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
  const sizes = new Map(activities.map(({ activity_id, bytes }) => [activity_id, bytes ?? 0]));
  const others = activities.filter(({ bytes }) => bytes === null).map(({ activity_id }) => activity_id);
  for (const { activity_id, user_bytes, message_bytes } of await rowBytesOf(db, organizationId, others)) {
    // A message is JSON that stands as text in JSON: each of its quotation marks takes two.
    const bytes = (user_bytes ?? 0) + 2 * (message_bytes ?? 0) + besideBytes;
    sizes.set(activity_id, (sizes.get(activity_id) ?? 0) + bytes);
  }
  return sizes;
}

/** What a vote has beside its texts: ids, times and names of members, rounded up. */
const besideBytes = 1024;

type Bytes = {
  readonly activity_id: string;
  readonly user_bytes: number | null;
  readonly message_bytes: number | null;
};

async function rowBytesOf(
  db: Kysely<Tables>,
  organizationId: string,
  activityIds: readonly string[],
): Promise<readonly Bytes[]> {
  if (activityIds.length === 0) return [];
  return db
    .selectFrom('votes')
    .select((row) => [
      'activity_id',
      bytesOf(row, 'user_record').as('user_bytes'),
      bytesOf(row, 'message').as('message_bytes'),
    ])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
}

const bytesOf = (row: ExpressionBuilder<Tables, 'votes'>, column: 'user_record' | 'message') =>
  row.fn<number | null>('octet_length', [column]);
