import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Tables } from '../../../store/schema.js';
import { voteBytesOf } from '../../engine/castVotes.js';

/** The maximum size of a page, whatever its number of activities. */
const mostBytes = 1_048_576;
/** What an activity has beside its texts: ids, times and names of members, rounded up. */
const besideBytes = 1024;

/**
 * The activities, in order, that fit into one answer; at least the first. The database returns the lengths of their texts without reading
 * them.
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
      bytesOf(row, 'intent').as('intent_bytes'),
      bytesOf(row, 'result').as('result_bytes'),
      bytesOf(row, 'failure').as('failure_bytes'),
    ])
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', [...activityIds])
    .execute();
  const votes = await voteBytesOf(db, organizationId, activityIds);
  return new Map(
    activities.map((row) => [row.activity_id, bytesIn(row) + (votes.get(row.activity_id) ?? 0) + besideBytes]),
  );
}

/** How many bytes a text takes; the database knows it without reading them. */
const bytesOf = (row: ExpressionBuilder<Tables, 'activities'>, column: 'intent' | 'result' | 'failure') =>
  row.fn<number | null>('octet_length', [column]);

const bytesIn = (row: {
  intent_bytes: number | null;
  result_bytes: number | null;
  failure_bytes: number | null;
}): number => (row.intent_bytes ?? 0) + (row.result_bytes ?? 0) + (row.failure_bytes ?? 0);
