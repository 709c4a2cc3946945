import type { Kysely, Transaction } from 'kysely';
import { writeRefusalBody } from '../../../contract/refusalBody.js';
import type { ActivityRow, ActivityVersion } from '../../../contract/row.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Organization } from '../callers/caller.js';
import { announce, subscribedEndpoints } from '../records/webhooks.js';
import { proofsIn } from './appProofs.js';
import type { Deferred, Done, Elsewhere, Failed } from './handlers/outcome.js';
import { droppedParameters } from './record/droppedMembers.js';
import { insertActivity, redact, withVotes } from './record/record.js';
import { forget, keepForMaker, keepResult } from './sealedAnswers.js';
import { isDecidedAtOnce, noVotes } from './votes/votes.js';

/** An activity that comes to its end. */
export type Ending = {
  readonly tools: Tools;
  readonly transaction: Transaction<Tables>;
  readonly row: ActivityRow;
  readonly version: ActivityVersion;
  /** As it stands; CREATED: it is recorded with its end. */
  readonly activity: Row<'activities'>;
  readonly organization: Pick<Organization, 'organization_id' | 'parent_id'>;
  /** Whether a webhook endpoint watches the organization, if that is known. */
  readonly isWatched?: boolean;
  readonly nowMs: number;
};

/** The status of an activity that is not recorded yet. */
export const created = 'ACTIVITY_STATUS_CREATED';

/** How long an effect may take between two renewals of its lease. */
export const leaseMs = 60_000;

/** What an activity can end with when it is executed; with an effect it ends once that is performed. */
export type Ended = Done | Failed | Deferred | Elsewhere;

/** One voter has ended what waited for votes. */
type Rejected = { readonly kind: 'rejected' };

/**
 * Writes an activity's end, and all that goes with it: for a submission, for a vote that executes or rejects, for an effect that was
 * performed.
 *
 * @returns the activity as it is recorded, secret members redacted.
 * @throws {ChangedMeanwhile} the bytes were recorded meanwhile
 */
export async function commit(ending: Ending, outcome: Ended | Rejected): Promise<Row<'activities'>> {
  const { tools, transaction, row, activity, isWatched = true, nowMs } = ending;
  const isNew = activity.status === created;
  const columns = await columnsOf(ending, outcome);
  const ended = await (isNew || outcome.kind === 'elsewhere'
    ? insert(transaction, { ...activity, ...columns })
    : update(transaction, activity, columns));
  const isSecret = row.secretResult.length > 0;
  const result = outcome.kind === 'done' && isSecret ? resultMember(ending.version, outcome.result) : undefined;
  if (outcome.kind === 'deferred') await takeLease(transaction, ended, nowMs);
  if (result) {
    // Who waited for votes may come for it later than who is answered at once.
    const keep = isDecidedAtOnce(ended) ? keepResult : keepForMaker;
    await keep(tools, transaction, ended, result, nowMs);
  } else if (!isNew && (isSecret || row.secretParameters.length > 0)) await forget(transaction, activity);
  const organization =
    outcome.kind === 'elsewhere' ? { organization_id: outcome.organizationId, parent_id: null } : ending.organization;
  if (isWatched) await announceActivity(tools, transaction, organization, ended, nowMs);
  return ended;
}

async function takeLease(
  transaction: Transaction<Tables>,
  { organization_id, activity_id }: Row<'activities'>,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto('effects')
    .values({ organization_id, activity_id, leased_until_ms: nowMs + leaseMs })
    .execute();
}

/** The `result` object of an activity: one member named by the version's result key, or none. */
export const resultMember = (version: ActivityVersion, result: object): Record<string, unknown> =>
  version.resultKey === '' ? {} : { [version.resultKey]: result };

type Columns = Partial<Row<'activities'>>;

async function columnsOf(
  { tools, row, version, activity, nowMs }: Ending,
  outcome: Ended | Rejected,
): Promise<Columns> {
  const over = { result: '{}', failure: null, waiting_since_ms: null, updated_at_ms: nowMs } as const;
  if (outcome.kind === 'failed') {
    const parameters = JSON.parse(activity.intent)[version.intentKey];
    return {
      ...over,
      status: 'ACTIVITY_STATUS_FAILED',
      failure: JSON.stringify(writeRefusalBody(outcome.refusal)),
      intent: JSON.stringify({ [version.intentKey]: await droppedParameters(tools.primitives, parameters) }),
    };
  }
  if (outcome.kind === 'rejected') return { ...over, status: 'ACTIVITY_STATUS_REJECTED' };
  if (outcome.kind === 'deferred') return { ...over, status: 'ACTIVITY_STATUS_PENDING' };
  const result = JSON.stringify(resultMember(version, redact(outcome.result, row.secretResult) as object));
  const completed = { ...over, status: 'ACTIVITY_STATUS_COMPLETED', result } as const;
  if (outcome.kind === 'done') return outcome.proofs ? { ...completed, proofs_in: proofsIn(outcome) } : completed;
  return { ...completed, organization_id: outcome.organizationId, ...noVotes };
}

/** Records an activity whose bytes are new. @throws {ChangedMeanwhile} */
export async function insert(
  transaction: Transaction<Tables>,
  activity: Row<'activities'>,
): Promise<Row<'activities'>> {
  const [inserted] = await insertActivity(transaction, activity);
  if (!inserted) throw new ChangedMeanwhile('The same bytes were recorded meanwhile.');
  return activity;
}

const update = (
  transaction: Transaction<Tables>,
  { organization_id, activity_id }: Row<'activities'>,
  columns: Columns,
): Promise<Row<'activities'>> =>
  transaction
    .updateTable('activities')
    .set(columns)
    .where('organization_id', '=', organization_id)
    .where('activity_id', '=', activity_id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Sends an activity's new state to the webhook endpoints, as a user without a vote sees it. */
export async function announceActivity(
  tools: Tools,
  db: Kysely<Tables>,
  organization: Pick<Organization, 'organization_id' | 'parent_id'>,
  stored: Row<'activities'>,
  nowMs: number,
): Promise<void> {
  const eventType = 'ACTIVITY_UPDATES';
  const endpoints = await subscribedEndpoints(db, organization, eventType);
  if (endpoints.length === 0) return;
  const { activity_id: activityId, organization_id: happenedIn } = stored;
  const content = await contentOf(tools, db, stored, nowMs);
  await announce(tools, db, endpoints, { eventType, happenedIn, activityId, content, nowMs });
}

/** An activity as an event tells of it: as a user without a vote sees it. */
export async function contentOf(
  tools: Tools,
  db: Kysely<Tables>,
  stored: Row<'activities'>,
  nowMs: number,
): Promise<object> {
  const organization = { organization_id: stored.organization_id, policies_revision: null };
  const [activity] = await withVotes(tools, db, [stored], { caller: undefined, organization, nowMs });
  return { ...activity };
}
