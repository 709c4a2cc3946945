import type { Kysely } from 'kysely';
import { activityStatus, type listActivities } from '../../../contract/activities.js';
import type { ActivityRow, RowRequest } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import type { Row, Tables } from '../../store/schema.js';
import { limitOf } from '../page.js';
import type { AnswerQuery } from '../question.js';
import { withVotes } from '../record.js';

/** Newest first; ids are in the order of time, so that they are the places in the list. */
export const answerListActivities: AnswerQuery<typeof listActivities> = async (request, { tools, db, caller }) => {
  const { filterByStatus = [], filterByType = [], paginationOptions: page } = request;
  const isFiltered = filterByStatus.length > 0 || filterByType.length > 0;
  const found = await (isFiltered ? filteredPage(db, request) : pageOf(db, request).selectAll().execute());
  const wayBack = directionOf(page) === 'asc';
  return {
    activities: await withVotes(db, wayBack ? found.reverse() : found, { viewer: caller.user, nowMs: tools.clock() }),
  };
};

type Request = RowRequest<typeof listActivities>;

const directionOf = (page: Request['paginationOptions']): 'asc' | 'desc' =>
  page?.before !== undefined && page.after === undefined ? 'asc' : 'desc';

function pageOf(db: Kysely<Tables>, { organizationId, paginationOptions: page }: Request) {
  let list = db.selectFrom('activities').where('organization_id', '=', organizationId);
  if (page?.after) list = list.where('activity_id', '<', page.after);
  if (page?.before) list = list.where('activity_id', '>', page.before);
  return list.orderBy('activity_id', directionOf(page)).limit(limitOf(page));
}

/**
 * One page of each type in each status, then of all these together: so that a page costs the same however many activities
 * there are that it does not show.
 */
async function filteredPage(db: Kysely<Tables>, request: Request): Promise<Row<'activities'>[]> {
  const { filterByStatus, filterByType, organizationId, paginationOptions: page } = request;
  const types = filterByType?.length ? knownTypes.filter((type) => filterByType.includes(type)) : knownTypes;
  const statuses = filterByStatus?.length ? [...new Set(filterByStatus)] : activityStatus.options;
  const [first, ...others] = types.flatMap((type) =>
    statuses.map((status) => {
      const part = pageOf(db, request).select('activity_id').where('type', '=', type).where('status', '=', status);
      return db.selectFrom(part.as('part')).select('activity_id');
    }),
  );
  if (!first) return [];
  const ids = await db
    .selectFrom(others.reduce((all, part) => all.unionAll(part), first).as('parts'))
    .select('activity_id')
    .orderBy('activity_id', directionOf(page))
    .limit(limitOf(page))
    .execute();
  if (ids.length === 0) return [];
  return db
    .selectFrom('activities')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(
      'activity_id',
      'in',
      ids.map(({ activity_id }) => activity_id),
    )
    .orderBy('activity_id', directionOf(page))
    .execute();
}

/** Of every version that was ever accepted. */
const knownTypes = Object.values<ActivityRow>(activityRows).flatMap((row) =>
  [row, ...row.older].map(({ type }) => type),
);
