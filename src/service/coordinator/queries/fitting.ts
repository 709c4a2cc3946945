import { type Kysely, sql } from 'kysely';
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
    .select(['activity_id', textBytes.as('bytes'), sql<number>`sole_vote is null`.as('has_several')])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
  const sizes = new Map(activities.map(({ activity_id, bytes }) => [activity_id, bytes + besideBytes]));
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
  return db
    .selectFrom('votes')
    .select(['activity_id', voteBytes.as('bytes')])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
}

const textBytes = sql<number>`octet_length(intent) + octet_length(result) + coalesce(octet_length(failure), 0) + coalesce(octet_length(sole_vote), 0)`;

/** A message is JSON that stands as text in JSON: each of its quotation marks takes two. */
const voteBytes = sql<number>`octet_length(user_record) + 2 * octet_length(message)`;
