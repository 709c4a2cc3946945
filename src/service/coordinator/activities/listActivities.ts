import type { Kysely } from 'kysely';
import type { listActivities } from '../../../contract/activities.queries.js';
import { activityStatus } from '../../../contract/activities.records.js';
import type { ActivityRow, RowRequest } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import type { Tables } from '../../store/schema.js';
import { firstOf, onePage } from '../pipeline/pagination.js';
import type { AnswerQuery } from '../pipeline/question.js';
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
 * One page of each type in each status, then of all these together: so that a page costs the same however many activities
 * there are that it does not show.
 */
async function filteredPage(db: Kysely<Tables>, request: Request): Promise<{ activity_id: string }[]> {
  const { filterByStatus, filterByType, paginationOptions: page } = request;
  const types = filterByType?.length ? knownTypes.filter((type) => filterByType.includes(type)) : knownTypes;
  const statuses = filterByStatus?.length ? [...new Set(filterByStatus)] : activityStatus.options;
  const [first, ...others] = types.flatMap((type) =>
    statuses.map((status) => {
      const part = pageOf(db, request).where('type', '=', type).where('status', '=', status);
      return db.selectFrom(part.as('part')).select('activity_id');
    }),
  );
  if (!first) return [];
  const parts = others.reduce((all, part) => all.unionAll(part), first).as('parts');
  return firstOf(db.selectFrom(parts).select('activity_id'), newestFirst, page).execute();
}

/** Of every version that was ever accepted. */
const knownTypes = Object.values<ActivityRow>(activityRows).flatMap((row) =>
  Object.values(row.versions).map(({ type }) => type),
);
