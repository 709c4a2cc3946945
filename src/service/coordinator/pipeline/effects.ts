import type { Kysely, Transaction } from 'kysely';
import { RefusedError, refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { announceActivity } from './announceActivity.js';
import { droppedParameters } from './droppedMembers.js';
import { type Begun, counted, isCounted, type Lease, type UnderWay } from './execution.js';
import { concluded, type Outcome, resultMember } from './outcome.js';
import { findActivity } from './record.js';
import { rowOf } from './rowOf.js';
import { forget, keepForMaker, keepResult } from './sealedAnswers.js';
import { isDecidedAtOnce } from './votes.js';

// An effect on another system cannot be undone or repeated. It is recorded as PENDING, under a lease, and performed once after the commit.
// An expired lease means that its process has ended, and the activity failed.

/** How long an effect may take between two renewals of its lease. */
const leaseMs = 60_000;

type Place = Pick<Row<'activities'>, 'organization_id' | 'activity_id'>;

/** The columns of an activity that is under way. */
export const underWayColumns = {
  status: 'ACTIVITY_STATUS_PENDING',
  result: '{}',
  failure: null,
  waiting_since_ms: null,
} as const satisfies Partial<Row<'activities'>>;

/** Takes the lease of an activity that is recorded in the same transaction. */
export async function takeLease(
  transaction: Transaction<Tables>,
  { organization_id, activity_id }: Place,
  nowMs: number,
): Promise<void> {
  await transaction
    .insertInto('effects')
    .values({ organization_id, activity_id, leased_until_ms: nowMs + leaseMs })
    .execute();
}

/**
 * Performs an effect, and concludes its activity, unless that was already marked as failed. If it fails other than by a refusal, the lease
 * expires.
 */
export async function perform(tools: Tools, { effect, ...place }: Begun): Promise<void> {
  const outcome = await outcomeOf(effect, leaseOn(tools, place));
  if (outcome !== undefined)
    await tools.store.transaction(async (transaction) => {
      if (await endLease(transaction, place)) await conclude(tools, transaction, place, outcome);
    });
}

/** Concludes an activity whose lease has expired. @returns whether it had */
export async function endAbandoned(tools: Tools, transaction: Transaction<Tables>, place: Place): Promise<boolean> {
  if (!(await endLease(transaction, place, tools.clock()))) return false;
  await conclude(tools, transaction, place, counted(refused('START_AGAIN')));
  return true;
}

/** Concludes every activity whose lease has expired, also those that nobody queries. */
export async function endAllAbandoned(tools: Tools): Promise<void> {
  const { store, clock } = tools;
  const abandoned = await store.read((db) =>
    db
      .selectFrom('effects')
      .select(['organization_id', 'activity_id'])
      .where('leased_until_ms', '<=', clock())
      .orderBy('leased_until_ms')
      .limit(mostAtOnce)
      .execute(),
  );
  for (const place of abandoned) await store.transaction((transaction) => endAbandoned(tools, transaction, place));
}

/** In one sweep. */
const mostAtOnce = 1000;

function leaseOn({ store, clock }: Tools, { organization_id, activity_id }: Place): Lease {
  return {
    async renew() {
      const renewed = await store.change((db) =>
        db
          .updateTable('effects')
          .set({ leased_until_ms: clock() + leaseMs })
          .where('organization_id', '=', organization_id)
          .where('activity_id', '=', activity_id)
          .returning('activity_id')
          .execute(),
      );
      if (renewed.length === 0) throw new LeaseEnded();
    },
  };
}

async function outcomeOf(effect: UnderWay['effect'], lease: Lease): Promise<Outcome | undefined> {
  try {
    return await effect(lease);
  } catch (error) {
    if (error instanceof LeaseEnded) return undefined;
    if (error instanceof RefusedError) return counted(error);
    throw error;
  }
}

/** @param overAtMs - ends it only where it is over by then. @returns whether there was one */
async function endLease(db: Kysely<Tables>, { organization_id, activity_id }: Place, overAtMs = Infinity) {
  const ended = await db
    .deleteFrom('effects')
    .where('organization_id', '=', organization_id)
    .where('activity_id', '=', activity_id)
    .where('leased_until_ms', '<=', Math.min(overAtMs, Number.MAX_SAFE_INTEGER))
    .returning('activity_id')
    .execute();
  return ended.length > 0;
}

async function conclude(tools: Tools, transaction: Transaction<Tables>, place: Place, outcome: Outcome): Promise<void> {
  const { organization_id, activity_id } = place;
  const nowMs = tools.clock();
  const stored = await findActivity(transaction, organization_id, activity_id);
  const { row, version } = rowOf(stored?.type ?? '');
  const intent = JSON.parse(stored?.intent ?? '{}')[version.intentKey];
  const dropped = isCounted(outcome) && { [version.intentKey]: await droppedParameters(tools.primitives, intent) };
  const updated = await transaction
    .updateTable('activities')
    .set({
      ...concluded(row, version, outcome),
      ...(dropped && { intent: JSON.stringify(dropped) }),
      updated_at_ms: nowMs,
    })
    .where('organization_id', '=', organization_id)
    .where('activity_id', '=', activity_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (isCounted(outcome)) await forget(transaction, place);
  else if (row.secretResult.length > 0) {
    // Who waited for votes may come for it later than who is answered at once.
    const keep = isDecidedAtOnce(updated) ? keepResult : keepForMaker;
    await keep(tools, transaction, updated, resultMember(version, outcome), nowMs);
  }
  const organization = await transaction
    .selectFrom('organizations')
    .select(['organization_id', 'parent_id'])
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  await announceActivity(tools, transaction, organization, updated, nowMs);
}

/** The activity was marked as failed by another process: this one stops. */
class LeaseEnded extends Error {}
