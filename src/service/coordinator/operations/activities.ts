import type { AliasableExpression, ExpressionBuilder, Kysely } from 'kysely';
import type { approveActivity, rejectActivity } from '../../../contract/activities.js';
import type { getActivity, listActivities } from '../../../contract/activities.queries.js';
import { type ActivityStatus, activityStatus } from '../../../contract/activities.records.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow, RowRequest } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Organization } from '../callers/caller.js';
import { endAbandoned } from '../engine/effects.js';
import type { Prepared } from '../engine/execute.js';
import type { ActivityHandler, AnswerQuery } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import { firstOf, onePage, type PageRequest } from '../engine/pagination.js';
import { executePending, preparePending, rejectPending } from '../engine/pending.js';
import { activitiesKnownBy, findActivity, withProofsAndVotes, withVotes } from '../engine/record/record.js';
import { voteBytesOf } from '../engine/votes/readVotes.js';
import { approved, castVote, openWindow, rejected } from '../engine/votes/votes.js';
import { spendStampedToken } from '../logins/spendStampedToken.js';
import { readUser } from '../records/users.js';

/** The approval that completes the quorum executes the activity, in this same transaction; what that needs is prepared before. */
const approveActivityHandler: ActivityHandler<typeof approveActivity, Prepared | undefined> = {
  async prepare({ parameters, caller, organization }, preparation) {
    const pending = await preparation.read((db) => findPending(db, organization, parameters.fingerprint));
    return preparePending(preparation, pending, { organization, voter: caller });
  },

  async execute({ parameters, prepared }, execution) {
    const { tools, transaction, organization, caller, ballot, nowMs } = execution;
    const activity = await findPending(transaction, organization, parameters.fingerprint);
    await spendStampedToken(execution);
    await openWindow(transaction, activity, nowMs);
    const voter = await readUser(transaction, caller.user);
    await castVote(tools, transaction, { activity, voter, selection: approved, ...ballot, nowMs });
    return executePending(execution, activity, prepared);
  },
};

/** @throws {RefusedError} ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING */
async function findPending(
  db: Kysely<Tables>,
  { organization_id }: Organization,
  fingerprint: string,
): Promise<Row<'activities'>> {
  const [activity] = await activitiesKnownBy(db, { organization_id, fingerprint });
  if (!activity) throw refused('ACTIVITY_NOT_FOUND');
  if (activity.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') throw refused('ACTIVITY_NOT_PENDING');
  return activity;
}

/** One rejection ends a pending activity. */
const rejectActivityHandler: ActivityHandler<typeof rejectActivity> = {
  async execute({ parameters: { fingerprint } }, execution) {
    const { tools, transaction, organization, caller, ballot, nowMs } = execution;
    const activity = await findPending(transaction, organization, fingerprint);
    const voter = await readUser(transaction, caller.user);
    await castVote(tools, transaction, { activity, voter, selection: rejected, ...ballot, nowMs });
    await rejectPending(execution, activity);
    return done({});
  },
};

/** A foreign and an absent activity are both not found. One that was begun by a process that is no more came to nothing. */
const answerGetActivity: AnswerQuery<typeof getActivity> = async (request, { tools, db, caller, organization }) => {
  const find = () => findActivity(db, request.organizationId, request.activityId);
  let stored = await find();
  const isUnderWay = stored?.status === 'ACTIVITY_STATUS_PENDING';
  if (stored && isUnderWay && (await endWhereAbandoned(tools, stored))) stored = await find();
  const viewing = { caller, organization, nowMs: tools.clock() };
  if (!stored) throw refused('ACTIVITY_NOT_FOUND');
  return { activity: await withProofsAndVotes(tools, db, stored, viewing) };
};

const endWhereAbandoned = (tools: Tools, stored: Row<'activities'>): Promise<boolean> =>
  tools.store.transaction((transaction) => endAbandoned(tools, transaction, stored));

/**
 * Newest first. A page ends where it is full, too: what does not fit is never read.
 */
const answerListActivities: AnswerQuery<typeof listActivities> = async (
  request,
  { tools, db, caller, organization },
) => {
  const { organizationId } = request;
  const found = await pageOf(db, request);
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
type Found = { activity_id: string };

const newestFirst = { by: 'activity_id', from: 'greatest' } as const;

/**
 * One page of the activities that the request's filters let through. Where it asks for a person, a type or a status, that is one page of
 * each type in each status that there are, then one of all these together: so that a page costs the same however many activities there
 * are that it does not show.
 */
async function pageOf(db: Kysely<Tables>, request: Request): Promise<Found[]> {
  const { filterBySubmitter, paginationOptions: page } = request;
  const statuses = filterByStatus(request);
  const types = filterByType(request);
  const all = allOf(db, request);
  if (request.filterByFingerprint !== undefined) return theOne(all, request, { statuses, types });
  const isWhole = filterBySubmitter === undefined && !types && statuses.length === activityStatus.options.length;
  if (isWhole) return onePage(all, newestFirst, page).execute();
  const kinds = await kindsOf(db, request, { statuses, types });
  if (kinds.length === 0) return [];
  // SQLite joins at most 500 lists in one step, fewer than there are types and statuses together.
  const pages = statuses
    .map((status) => kinds.filter((kind) => kind.status === status))
    .filter((ofStatus) => ofStatus.length > 0)
    .map((ofStatus) =>
      pageOfAll(
        db,
        ofStatus.map(({ type, status }) =>
          onePage(all.where('type', '=', type).where('status', '=', status), newestFirst, page),
        ),
        page,
      ),
    );
  return pageOfAll(db, pages, page).execute();
}

function allOf(db: Kysely<Tables>, { organizationId, filterBySubmitter }: Request) {
  const all = db.selectFrom('activities').select('activity_id').where('organization_id', '=', organizationId);
  return filterBySubmitter === undefined ? all : all.where('submitted_by', '=', filterBySubmitter);
}

/** The activity of a fingerprint, where all other filters and the page let it through. */
async function theOne(
  all: ReturnType<typeof allOf>,
  { filterByFingerprint = '', paginationOptions: page }: Request,
  { statuses, types }: Kinds,
): Promise<Found[]> {
  const found = await all.select(['type', 'status']).where('fingerprint', '=', filterByFingerprint).execute();
  return found.filter(
    ({ activity_id: id, type, status }) =>
      statuses.some((each) => each === status) &&
      (types?.includes(type) ?? true) &&
      (page?.after === undefined || id < page.after) &&
      (page?.before === undefined || id > page.before),
  );
}

/** The statuses that are asked for: all of them where none is named. */
const filterByStatus = ({ filterByStatus: named = [] }: Request): readonly ActivityStatus[] =>
  named.length === 0 ? activityStatus.options : [...new Set(named)];

/** The types that are asked for, of those that an activity can have; `undefined` where none is named. */
const filterByType = ({ filterByType: named = [] }: Request): readonly string[] | undefined =>
  named.length === 0 ? undefined : knownTypes.filter((type) => named.includes(type));

type Kinds = { readonly statuses: readonly ActivityStatus[]; readonly types: readonly string[] | undefined };
type Kind = { readonly type: string; readonly status: ActivityStatus };

/** The types and statuses that there are among those activities. Each is found by one step in an index, however many have it. */
async function kindsOf(
  db: Kysely<Tables>,
  { organizationId, filterBySubmitter }: Request,
  { statuses, types }: Kinds,
): Promise<Kind[]> {
  if (types?.length === 0) return [];
  const { sql } = await import('kysely'); // the store has loaded it: the entry points load it with their first service
  const listed = (values: readonly string[]) => sql`values ${sql.join(values.map((value) => sql`(${value})`))}`;
  const bySubmitter = filterBySubmitter === undefined ? sql`` : sql`and submitted_by = ${filterBySubmitter}`;
  const those = sql`from activities where organization_id = ${organizationId} ${bySubmitter}`;
  const oneByOne = sql`select (select type ${those} order by type limit 1) union all
    select (select type ${those} and activities.type > types.type order by type limit 1) from types where type is not null`;
  const { rows } = await sql<Kind>`with recursive types(type) as (${types ? listed(types) : oneByOne}),
    statuses(status) as (${listed(statuses)})
    select types.type, statuses.status from types cross join statuses where
      (select 1 ${those} and activities.type = types.type and activities.status = statuses.status limit 1) = 1`.execute(
    db,
  );
  // What is under way may end between this statement and the next.
  const open = new Set(rows.filter(({ status }) => unfinished.includes(status)).map(({ type }) => type));
  const ends = [...open].flatMap((type) => statuses.map((status) => ({ type, status })));
  return [...rows.filter(({ type }) => !open.has(type)), ...ends];
}

const unfinished: readonly ActivityStatus[] = [
  'ACTIVITY_STATUS_CREATED',
  'ACTIVITY_STATUS_PENDING',
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
];

/** One page of several lists together, of each of which it needs no more than its own page. */
function pageOfAll(db: Kysely<Tables>, lists: readonly List[], page: PageRequest) {
  const pages = lists.map((list) => db.selectFrom(list.as('part')).select('activity_id'));
  const parts = pages.reduce((all, part) => all.unionAll(part)).as('parts');
  return firstOf(db.selectFrom(parts).select('activity_id'), newestFirst, page);
}

type List = AliasableExpression<Found>;

/** Of every version that was ever accepted. */
const knownTypes = Object.values<ActivityRow>(activityRows).flatMap((row) =>
  Object.values(row.versions).map(({ type }) => type),
);

/** The maximum size of a page, whatever its number of activities. */
const mostBytes = 1_048_576;
/** What an activity has beside its texts: ids, times and names of members, rounded up. */
const besideBytes = 1024;

/**
 * The activities, in order, that fit into one answer; at least the first. The database returns the lengths of their texts without reading
 * them.
 */
async function fitting(db: Kysely<Tables>, organizationId: string, activityIds: readonly string[]): Promise<string[]> {
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

export const activitiesHandlers = {
  approveActivity: approveActivityHandler,
  rejectActivity: rejectActivityHandler,
};

export const activitiesAnswers = {
  getActivity: answerGetActivity,
  listActivities: answerListActivities,
};
