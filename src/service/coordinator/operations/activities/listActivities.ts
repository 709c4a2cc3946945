import type { AliasableExpression, Kysely } from 'kysely';
import type { listActivities } from '../../../../contract/activities.queries.js';
import { activityStatus } from '../../../../contract/activities.records.js';
import type { ActivityRow, RowRequest } from '../../../../contract/row.js';
import { activityRows } from '../../../../contract/rows.js';
import type { Tables } from '../../../store/schema.js';
import type { AnswerQuery } from '../../engine/handler.js';
import { firstOf, onePage, type PageRequest } from '../../engine/pagination.js';
import { withVotes } from '../../engine/record.js';
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
 * One page of each status, which where types are asked for, or nearly all activities have that status, is that of one page of each type
 * in it; then of all these together: so that a page costs the same however many activities there are that it does not show. SQLite joins
 * at most 500 lists in one step, fewer than there are statuses and types together.
 */
async function filteredPage(db: Kysely<Tables>, request: Request): Promise<{ activity_id: string }[]> {
  const { sql } = await import('kysely'); // the store has loaded it: the entry points load it with their first service
  const { filterByStatus, filterByType, paginationOptions: page } = request;
  const types = filterByType?.length ? knownTypes.filter((type) => filterByType.includes(type)) : undefined;
  if (types?.length === 0) return [];
  const statuses = filterByStatus?.length ? [...new Set(filterByStatus)] : activityStatus.options;
  const pages = statuses.map((status) => {
    const inStatus = pageOf(db, request).where('status', '=', status);
    if (types === undefined && status !== most) return inStatus.where('status', '<>', sql.lit(most));
    return pageOfAll(
      db,
      (types ?? knownTypes).map((type) => inStatus.where('type', '=', type)),
      page,
    );
  });
  return pageOfAll(db, pages, page).execute();
}

/** One page of several lists together, of each of which it needs no more than its own page. */
function pageOfAll(db: Kysely<Tables>, lists: readonly List[], page: PageRequest) {
  const pages = lists.map((list) => db.selectFrom(list.as('part')).select('activity_id'));
  const parts = pages.reduce((all, part) => all.unionAll(part)).as('parts');
  return firstOf(db.selectFrom(parts).select('activity_id'), newestFirst, page);
}

type List = AliasableExpression<{ activity_id: string }>;

/** The status of nearly all activities, which the index `activities_by_not_completed` leaves out: its condition must stand in a query. */
const most = 'ACTIVITY_STATUS_COMPLETED';

/** Of every version that was ever accepted. */
const knownTypes = Object.values<ActivityRow>(activityRows).flatMap((row) =>
  Object.values(row.versions).map(({ type }) => type),
);
