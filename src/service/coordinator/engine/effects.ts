import type { Kysely, Transaction } from 'kysely';
import { refused } from '../../../contract/refusals.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { commit, leaseMs } from './commit.js';
import { type Done, done, type Effect, type Failed, failed, type Lease, outcomeOf } from './handlers/outcome.js';
import { rowOf } from './handlers/rowOf.js';
import { findActivity } from './record/record.js';

// An effect on another system cannot be undone or repeated. It is recorded as PENDING, under a lease, and performed once after the commit.
// An expired lease means that its process has ended, and the activity failed.

type Place = Pick<Row<'activities'>, 'organization_id' | 'activity_id'>;

/**
 * Performs an effect, and concludes its activity, unless that was already marked as failed. If it fails other than by a refusal, the lease
 * expires.
 */
export async function perform(tools: Tools, { effect, organization_id, activity_id }: Effect): Promise<void> {
  const place = { organization_id, activity_id };
  const outcome = await ending(effect, leaseOn(tools, place));
  if (outcome !== undefined)
    await tools.store.transaction(async (transaction) => {
      if (await endLease(transaction, place)) await conclude(tools, transaction, place, outcome);
    });
}

/** Concludes an activity whose lease has expired. @returns whether it had */
export async function endAbandoned(tools: Tools, transaction: Transaction<Tables>, place: Place): Promise<boolean> {
  if (!(await endLease(transaction, place, tools.clock()))) return false;
  await conclude(tools, transaction, place, failed(refused('START_AGAIN')));
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

async function ending(effect: Effect['effect'], lease: Lease): Promise<Done | Failed | undefined> {
  try {
    return await outcomeOf(async () => done(await effect(lease)));
  } catch (error) {
    if (error instanceof LeaseEnded) return undefined;
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

async function conclude(
  tools: Tools,
  transaction: Transaction<Tables>,
  { organization_id, activity_id }: Place,
  outcome: Done | Failed,
): Promise<void> {
  const activity = await findActivity(transaction, organization_id, activity_id);
  if (!activity) throw new Error(`The activity ${activity_id} whose effect has ended is not there.`);
  const organization = await transaction
    .selectFrom('organizations')
    .select(['organization_id', 'parent_id'])
    .where('organization_id', '=', organization_id)
    .executeTakeFirstOrThrow();
  const { row, version } = rowOf(activity.type);
  await commit({ tools, transaction, row, version, activity, organization, nowMs: tools.clock() }, outcome);
}

/** The activity was marked as failed by another process: this one stops. */
class LeaseEnded extends Error {}
