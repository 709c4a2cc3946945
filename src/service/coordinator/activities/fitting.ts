import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../../store/schema.js';

/** Where a page ends, whatever it may still hold by its number. */
const mostBytes = 1_048_576;
/** What an activity, and what a vote of several, has beside its texts: ids, times and names of members, rounded up. */
const besideBytes = 1024;

/**
 * Of activities, in the order in which they are read, those that one answer has room for: the first one always. The database is
 * asked how long their texts are, which it knows without reading them.
 */
export async function fitting(
  db: Kysely<Tables>,
  organizationId: string,
  activityIds: readonly string[],
): Promise<string[]> {
  const sizes = await sizesOf(db, organizationId, activityIds);
  let bytes = 0;
  return activityIds.filter((id, place) => {
    bytes += sizes.get(id) ?? 0;
    return place === 0 || bytes <= mostBytes;
  });
}

async function sizesOf(
  db: Kysely<Tables>,
  organizationId: string,
  activityIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (activityIds.length === 0) return new Map();
  const activities = await db
    .selectFrom('activities')
    .select((row) => [
      'activity_id',
      row.case().when('sole_vote', 'is', null).then(1).else(0).end().as('has_several'),
      bytesOf(row, 'intent').as('intent_bytes'),
      bytesOf(row, 'result').as('result_bytes'),
      bytesOf(row, 'failure').as('failure_bytes'),
      bytesOf(row, 'sole_vote').as('sole_vote_bytes'),
    ])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
  const sizes = new Map(activities.map((row) => [row.activity_id, bytesIn(row) + besideBytes]));
  const voted = activities.filter(({ has_several }) => has_several).map(({ activity_id }) => activity_id);
  for (const { activity_id, bytes } of await votesOf(db, organizationId, voted)) {
    sizes.set(activity_id, (sizes.get(activity_id) ?? 0) + bytes + besideBytes);
  }
  return sizes;
}

async function votesOf(
  db: Kysely<Tables>,
  organizationId: string,
  activityIds: readonly string[],
): Promise<{ activity_id: string; bytes: number }[]> {
  if (activityIds.length === 0) return [];
  const votes = await db
    .selectFrom('votes')
    .select((row) => [
      'activity_id',
      bytesOf(row, 'user_record').as('user_bytes'),
      bytesOf(row, 'message').as('message_bytes'),
    ])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
  // A message is JSON that stands as text in JSON: each of its quotation marks takes two.
  return votes.map(({ activity_id, user_bytes, message_bytes }) => ({
    activity_id,
    bytes: (user_bytes ?? 0) + 2 * (message_bytes ?? 0),
  }));
}

type Measured = 'activities' | 'votes';

/** How many bytes a text takes; the database knows it without reading them. */
const bytesOf = <Table extends Measured>(row: ExpressionBuilder<Tables, Table>, column: keyof Tables[Table] & string) =>
  row.fn<number | null>('octet_length', [column as never]);

const bytesIn = (row: {
  intent_bytes: number | null;
  result_bytes: number | null;
  failure_bytes: number | null;
  sole_vote_bytes: number | null;
}): number => (row.intent_bytes ?? 0) + (row.result_bytes ?? 0) + (row.failure_bytes ?? 0) + (row.sole_vote_bytes ?? 0);
