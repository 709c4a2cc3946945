import type { Kysely } from 'kysely';
import { hourMs } from '../../limits/hourCounts.js';
import type { Happened } from '../../limits/statistics.js';
import type { Row, Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import type { Tools } from '../../tools.js';

const keptMs = 400 * 24 * hourMs;
/** Rows or organizations in one statement. */
const atOnce = 100;

/**
 * Adds to the counts of top-level organizations what happened in them and in their sub-organizations; of what no organization has, nothing.
 *
 * @param processId - whose counts they are.
 * @param putBack - gets what is not written where the store fails. What may be written is not: it would be counted twice.
 * @throws {StoreError}
 */
export async function writeStatistics(
  { store }: Pick<Tools, 'store'>,
  processId: string,
  happened: readonly Happened[],
  putBack: (happened: readonly Happened[]) => void,
): Promise<void> {
  let unwritten = happened;
  try {
    const parents = await topLevelOf(store, [...new Set(happened.map(({ organizationId }) => organizationId))]);
    const all = ofTopLevel(parents, happened);
    unwritten = all;
    for (let from = 0; from < all.length; from += atOnce)
      await store.transaction(async (transaction) => {
        unwritten = all.slice(from);
        for (const each of unwritten.slice(0, atOnce)) await addTimes(transaction, rowOf(processId, each));
        await transaction.selectNoFrom(({ lit }) => lit(1).as('answer')).execute(); // all of them have been answered
        unwritten = all.slice(from + atOnce); // whether a commit that fails is kept, nobody knows
      });
  } catch (error) {
    putBack(unwritten);
    throw error;
  }
}

/** The same, added up by the top-level organization. */
function ofTopLevel(parents: ReadonlyMap<string, string>, happened: readonly Happened[]): Happened[] {
  const sums = new Map<string, Happened>();
  for (const { times, ...each } of happened) {
    const organizationId = parents.get(each.organizationId);
    if (organizationId === undefined) continue;
    const { beganAtMs, kind, method, step, code } = each;
    const name = JSON.stringify([organizationId, beganAtMs, kind, method, step, code]);
    sums.set(name, { ...each, organizationId, times: (sums.get(name)?.times ?? 0) + times });
  }
  return [...sums.values()];
}

const rowOf = (
  processId: string,
  { organizationId, beganAtMs, kind, method, step, code, times }: Happened,
): Row<'statistics'> => ({
  organization_id: organizationId,
  began_at_ms: beganAtMs,
  kind,
  method,
  step,
  code,
  process_id: processId,
  times,
  expires_at_ms: beganAtMs + keptMs,
});

const addTimes = statement((db, value: ValueOf<Row<'statistics'>>) =>
  db
    .insertInto('statistics')
    .values({
      organization_id: value('organization_id'),
      began_at_ms: value('began_at_ms'),
      kind: value('kind'),
      method: value('method'),
      step: value('step'),
      code: value('code'),
      process_id: value('process_id'),
      times: value('times'),
      expires_at_ms: value('expires_at_ms'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'began_at_ms', 'kind', 'method', 'step', 'code', 'process_id'])
        .doUpdateSet((row) => ({ times: row('statistics.times', '+', row.ref('excluded.times')) })),
    ),
);

/** The top-level organization of each that is there. */
async function topLevelOf(store: Tools['store'], organizationIds: readonly string[]): Promise<Map<string, string>> {
  const parents = new Map<string, string>();
  for (const part of partsOf(organizationIds)) {
    const found = await store.read((db) =>
      db
        .selectFrom('organizations')
        .select(['organization_id', 'parent_id'])
        .where('organization_id', 'in', part)
        .execute(),
    );
    for (const { organization_id, parent_id } of found) parents.set(organization_id, parent_id ?? organization_id);
  }
  return parents;
}

const partsOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  );

/** A span of time: from its first hour on, until before the other. */
export type HourSpan = { readonly organizationId: string; readonly fromMs: number; readonly untilMs: number };

/** How often what happened in a span, as all processes counted it, the most frequent first. */
export async function happenedIn(db: Kysely<Tables>, { organizationId, fromMs, untilMs }: HourSpan) {
  const found = await timesOfEach(db, { organization_id: organizationId, from_ms: fromMs, until_ms: untilMs });
  return found
    .map(({ times, ...what }) => ({ ...what, times: Number(times) }))
    .sort((one, other) => other.times - one.times)
    .slice(0, mostCounts);
}

/** Different things in one span, of which a service has some dozens. */
const mostCounts = 500;

const timesOfEach = statement((db, value: ValueOf<{ organization_id: string; from_ms: number; until_ms: number }>) =>
  db
    .selectFrom('statistics')
    .select(({ fn }) => ['kind', 'method', 'step', 'code', fn.sum<number | string>('times').as('times')])
    .where('organization_id', '=', value('organization_id'))
    .where('began_at_ms', '>=', value('from_ms'))
    .where('began_at_ms', '<', value('until_ms'))
    .groupBy(['kind', 'method', 'step', 'code']),
);

/** How logins by codes of a kind are called. */
export const methodOfCode = (otpType: string): 'email' | 'sms' => (otpType === 'OTP_TYPE_EMAIL' ? 'email' : 'sms');
