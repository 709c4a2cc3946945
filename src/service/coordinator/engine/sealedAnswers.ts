import type { Kysely, Transaction } from 'kysely';
import { type Bytes, fromUtf8, utf8 } from '../../../crypto/bytes.js';
import type { Row, Tables } from '../../store/schema.js';
import { sealedColumns, sealedPlace } from '../../store/sealedColumns.js';
import type { Tools } from '../../tools.js';
import { maxAgeMs, maxAheadMs } from './admission/liveness.js';

/** Where an activity with secret members stands. */
type Place = Pick<Row<'activities'>, 'organization_id' | 'activity_id'>;
/** An activity, and the time of its request. */
type Timed = Place & Pick<Row<'activities'>, 'timestamp_ms'>;

/** Stores the full result for the requester who has received it, while the same bytes may come again. */
export async function keepResult(
  tools: Tools,
  transaction: Transaction<Tables>,
  place: Timed,
  result: object,
  nowMs: number,
): Promise<void> {
  await keepUntil(tools, transaction, place, result, Math.max(nowMs, place.timestamp_ms) + maxAgeMs);
}

/** Stores the full result of an execution after others' consent, until the requester fetches it. */
export async function keepForMaker(
  tools: Tools,
  transaction: Transaction<Tables>,
  place: Place,
  result: object,
  nowMs: number,
): Promise<void> {
  await keepUntil(tools, transaction, place, result, nowMs + waitsForMakerMs);
}

/** Seven days: then it is deleted, fetched or not. */
const waitsForMakerMs = 7 * 24 * 60 * 60_000;

/** The full result, for the requester. Once read it is kept as long as any other. */
export async function handOverResult(
  tools: Tools,
  transaction: Transaction<Tables>,
  place: Place,
): Promise<Record<string, unknown> | undefined> {
  const result = await openKept(tools, transaction, place, 'result');
  if (!result) return undefined;
  const nowMs = tools.clock();
  await transaction
    .updateTable('sealed_answers')
    .set({ expires_at_ms: nowMs + maxAgeMs })
    .where('organization_id', '=', place.organization_id)
    .where('activity_id', '=', place.activity_id)
    // Others end within that time by themselves: a request may be of five minutes ahead.
    .where('expires_at_ms', '>', nowMs + maxAgeMs + maxAheadMs)
    .execute();
  return result;
}

/** Keeps what a pending activity will be executed with. */
export async function keepParameters(
  { sealer }: Tools,
  transaction: Transaction<Tables>,
  place: Place,
  parameters: object,
): Promise<void> {
  await keep(transaction, place, {
    sealed_parameters: await sealer.seal(contextOf(place, 'parameters'), utf8(JSON.stringify(parameters))),
    sealed_result: null,
    expires_at_ms: null,
  });
}

/** Keeps nothing any more. */
export async function forget(transaction: Transaction<Tables>, place: Place): Promise<void> {
  await transaction
    .deleteFrom('sealed_answers')
    .where('organization_id', '=', place.organization_id)
    .where('activity_id', '=', place.activity_id)
    .execute();
}

/** The full result, or the parameters, if their time is not over: what is over counts as gone before it is cleared away. */
export async function openKept(
  { sealer, clock }: Tools,
  db: Kysely<Tables>,
  place: Place,
  what: 'result' | 'parameters',
): Promise<Record<string, unknown> | undefined> {
  const kept = await db
    .selectFrom('sealed_answers')
    .selectAll()
    .where('organization_id', '=', place.organization_id)
    .where('activity_id', '=', place.activity_id)
    .where((row) => row.or([row('expires_at_ms', 'is', null), row('expires_at_ms', '>', clock())]))
    .executeTakeFirst();
  const sealed = kept?.[`sealed_${what}`];
  return sealed ? JSON.parse(fromUtf8(await sealer.open(contextOf(place, what), sealed))) : undefined;
}

async function keepUntil(
  { sealer }: Tools,
  transaction: Transaction<Tables>,
  place: Place,
  result: object,
  expires_at_ms: number,
): Promise<void> {
  const sealed_result = await sealer.seal(contextOf(place, 'result'), utf8(JSON.stringify(result)));
  await keep(transaction, place, { sealed_parameters: null, sealed_result, expires_at_ms });
}

type Kept = {
  readonly sealed_parameters: Bytes | null;
  readonly sealed_result: Bytes | null;
  readonly expires_at_ms: number | null;
};

async function keep(
  transaction: Transaction<Tables>,
  { organization_id, activity_id }: Place,
  kept: Kept,
): Promise<void> {
  await transaction
    .insertInto('sealed_answers')
    .values({ organization_id, activity_id, ...kept })
    .onConflict((conflict) => conflict.columns(['organization_id', 'activity_id']).doUpdateSet(kept))
    .execute();
}

const contextOf = ({ organization_id, activity_id }: Place, what: 'result' | 'parameters') =>
  sealedPlace(
    what === 'result' ? sealedColumns.activityResult : sealedColumns.activityParameters,
    organization_id,
    activity_id,
  );
