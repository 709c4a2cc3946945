import type { Kysely } from 'kysely';
import type { listActivities } from '../../../contract/activities.queries.js';
import { activityStatus } from '../../../contract/activities.records.js';
import type { ActivityRow, RowRequest } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import type { Tables } from '../../store/schema.js';
import { firstOf, onePage } from '../pipeline/pagination.js';
import type { AnswerQuery } from '../pipeline/queryContext.js';
import { withVotes } from '../pipeline/record.js';
import { fitting } from './fitting.js';

/**
 * Newest first. A page ends where it is full, too: what does not fit is never read.
 */
export const answerListActivities: AnswerQuery<typeof listActivities> = async (
  request,
  { tools, db, caller, organization },
) => {
  const { organizationId, filterByStatus = [], filterByType = [] } = request;
  const isFiltered = filterByStatus.length > 0 || filterByType.length > 0;
  const found = await (isFiltered ? filteredPage(db, request) : pageOf(db, request).execute());
  const ids = await fitting(
    db,
    organizationId,
    found.map(({ activity_id }) => activity_id),
  );
  if (ids.length === 0) return { activities: [] };
  const stored = await db
    .selectFrom('activities')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('activity_id', 'in', ids)
    .orderBy('activity_id', 'desc')
    .execute();
  return { activities: await withVotes(tools, db, stored, { caller, organization, nowMs: tools.clock() }) };
};

type Request = RowRequest<typeof listActivities>;

const newestFirst = { by: 'activity_id', from: 'greatest' } as const;

const pageOf = (db: Kysely<Tables>, { organizationId, paginationOptions: page }: Request) =>
  onePage(
    db.selectFrom('activities').select('activity_id').where('organization_id', '=', organizationId),
    newestFirst,
    page,
  );

/**
 * One page of each status, and of each type in it where types are asked for or nearly all activities have that status; then of all these
 * together: so that a page costs the same however many activities there are that it does not show.
 */
async function filteredPage(db: Kysely<Tables>, request: Request): Promise<{ activity_id: string }[]> {
  const { sql } = await import('kysely'); // the store has loaded it: the entry points load it with their first service
  const { filterByStatus, filterByType, paginationOptions: page } = request;
  const types = filterByType?.length ? knownTypes.filter((type) => filterByType.includes(type)) : undefined;
  const statuses = filterByStatus?.length ? [...new Set(filterByStatus)] : activityStatus.options;
  const [first, ...others] = statuses.flatMap((status) => {
    const inStatus = pageOf(db, request).where('status', '=', status);
    const isRare = types === undefined && status !== most;
    const parts = isRare
      ? [inStatus.where('status', '<>', sql.lit(most))]
      : (types ?? knownTypes).map((type) => inStatus.where('type', '=', type));
    return parts.map((part) => db.selectFrom(part.as('part')).select('activity_id'));
  });
  if (!first) return [];
  const parts = others.reduce((all, part) => all.unionAll(part), first).as('parts');
  return firstOf(db.selectFrom(parts).select('activity_id'), newestFirst, page).execute();
}

/** The status of nearly all activities, which the index `activities_by_not_completed` leaves out: its condition must stand in a query. */
const most = 'ACTIVITY_STATUS_COMPLETED';

/** Of every version that was ever accepted. */
const knownTypes = Object.values<ActivityRow>(activityRows).flatMap((row) =>
  Object.values(row.versions).map(({ type }) => type),
);
