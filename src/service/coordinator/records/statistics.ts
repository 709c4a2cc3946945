import type { Kysely } from 'kysely';
import { type Happened, hourMs } from '../../limits/statistics.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';

const keptMs = 400 * 24 * hourMs;
/** Rows or organizations in one statement. */
const atOnce = 100;

/**
 * Adds to the counts of top-level organizations what happened in them and in their sub-organizations; of what no organization has, nothing.
 *
 * @param processId - whose counts they are.
 */
export async function writeStatistics(
  { store }: Pick<Tools, 'store'>,
  processId: string,
  happened: readonly Happened[],
): Promise<void> {
  const parents = await topLevelOf(store, [...new Set(happened.map(({ organizationId }) => organizationId))]);
  const rows = new Map<string, Row<'statistics'>>();
  for (const { organizationId, beganAtMs, kind, method, step, code, times } of happened) {
    const parentId = parents.get(organizationId);
    if (parentId === undefined) continue;
    const place = {
      organization_id: parentId,
      began_at_ms: beganAtMs,
      kind,
      method,
      step,
      code,
      process_id: processId,
    };
    const name = JSON.stringify(Object.values(place));
    const before = rows.get(name)?.times ?? 0;
    rows.set(name, { ...place, times: before + times, expires_at_ms: beganAtMs + keptMs });
  }
  for (const part of partsOf([...rows.values()]))
    await store.transaction(async (transaction) => {
      for (const row of part) await addTimes(transaction, row);
    });
}

const addTimes = prepared((db, value: ValueOf<Row<'statistics'>>) =>
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
export type Span = { readonly organizationId: string; readonly fromMs: number; readonly untilMs: number };

/** How often what happened in a span, as all processes counted it, the most frequent first. */
export async function happenedIn(db: Kysely<Tables>, { organizationId, fromMs, untilMs }: Span) {
  const found = await timesOfEach(db, { organization_id: organizationId, from_ms: fromMs, until_ms: untilMs });
  return found
    .map(({ times, ...what }) => ({ ...what, times: Number(times) }))
    .sort((one, other) => other.times - one.times)
    .slice(0, mostCounts);
}

/** Different things in one span, of which a service has some dozens. */
const mostCounts = 500;

const timesOfEach = prepared((db, value: ValueOf<{ organization_id: string; from_ms: number; until_ms: number }>) =>
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
