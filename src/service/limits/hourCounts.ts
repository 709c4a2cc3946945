import type { Kysely } from 'kysely';
import type { Random } from '../primitives.js';
import type { Row, Tables } from '../store/schema.js';
import { statement, type ValueOf } from '../store/statement.js';

/** What is counted, and how many of it there may be within an hour. */
export type HourCount = {
  readonly organizationId: string;
  /** Its name among those of the organization. */
  readonly counter: string;
  readonly most: number;
  readonly nowMs: number;
};

/** How many there were, and are now with this one; or after how many milliseconds it is worth trying again. */
export type Counted = { readonly before: number; readonly used: number } | { readonly waitMs: number };

/**
 * Counts one more within the last hour, if there is room; the caller's transaction can roll it back. The hour consists of slices of a
 * minute; a slice expires as a whole, an hour after its first count.
 *
 * If two transactions count in one row, PostgreSQL rolls one back and it runs again; a high limit is therefore spread over several rows, of
 * which one is read. Rows are written without a read before: in so small a table that read would conflict with all writers.
 */
export async function countOne(db: Kysely<Tables>, random: Random, count: HourCount): Promise<Counted> {
  const rows = rowsOf(count.most);
  const first = (random(1)[0] ?? 0) % rows;
  let full: Counted = { waitMs: hourMs };
  for (let tried = 0; tried < Math.min(rows, rowsTried); tried += 1) {
    const row = (first + tried) % rows;
    const counted = await countIn(db, row, { ...count, most: mostIn(row, count.most) });
    if ('used' in counted) return { before: counted.before * rows, used: counted.used * rows };
    full = counted;
  }
  return full;
}

/** The same without counting: one read, without locks. @returns how many there were, or the time to wait. */
export async function lookAt(
  db: Kysely<Tables>,
  { organizationId, counter, most, nowMs }: HourCount,
): Promise<{ readonly used: number } | { readonly waitMs: number }> {
  const held = await allParts(db, { organization_id: organizationId, counter });
  const rows = Array.from({ length: rowsOf(most) }, (_, row) => ({
    most: mostIn(row, most),
    slices: slicesOf(
      held.find(({ part }) => part === row),
      nowMs,
    ),
  }));
  const hasRoom = rows.some((row) => sum(row.slices) < row.most);
  if (hasRoom) return { used: rows.reduce((used, { slices }) => used + sum(slices), 0) };
  return { waitMs: Math.min(...rows.map((row) => roomAtMs(row.slices, row.most))) - nowMs };
}

/** How many there were within the last hour, of each counter whose name begins so: one read, without locks. */
export async function countsBeginning(
  db: Kysely<Tables>,
  { organizationId, beginning, nowMs }: { organizationId: string; beginning: string; nowMs: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('code_counts')
    .select(['counter', 'slices'])
    .where('organization_id', '=', organizationId)
    .where('counter', '>=', beginning)
    .where('counter', '<', `${beginning}\u{7f}`)
    .execute();
  const counts = new Map<string, number>();
  for (const { counter, ...row } of rows) counts.set(counter, (counts.get(counter) ?? 0) + sum(slicesOf(row, nowMs)));
  return counts;
}

export const hourMs = 60 * 60_000;
const sliceMs = 60_000;
/** A count that is twice as high is spread over two rows. */
const mostInRow = 5000;
/** So that few concurrent requests meet in one row. */
const mostRows = 64;
const rowsTried = 4;

/** Over how many rows a count is spread that may be so high. */
const rowsOf = (most: number): number => Math.min(mostRows, Math.max(1, Math.floor(most / mostInRow)));

/** How much of it one of those rows may hold. */
function mostIn(row: number, most: number): number {
  const rows = rowsOf(most);
  return Math.floor(most / rows) + (row < most % rows ? 1 : 0);
}

async function countIn(
  db: Kysely<Tables>,
  row: number,
  { organizationId, counter, most, nowMs }: HourCount,
): Promise<Counted> {
  const place = { organization_id: organizationId, counter, part: row };
  const [held] = await hold(db, { ...place, slices: '[]' });
  const slices = slicesOf(held, nowMs);
  const used = sum(slices);
  if (used >= most) return { waitMs: roomAtMs(slices, most) - nowMs };
  const [beganAtMs, number] = slices.at(-1) ?? [0, 0];
  const grown: Slice[] =
    nowMs < beganAtMs + sliceMs ? [...slices.slice(0, -1), [beganAtMs, number + 1]] : [...slices, [nowMs, 1]];
  await write(db, { ...place, slices: JSON.stringify(grown) });
  return { before: used, used: used + 1 };
}

/** When a slice had its first, and how many it has. Oldest first. */
type Slice = readonly [beganAtMs: number, number: number];

/**
 * Those of the last hour, of which clocks that differ may have counted some a little later than now. Where a clock was far ahead and
 * is set right, what it counted would stay as long as it was wrong.
 */
const slicesOf = (held: Pick<CodeCount, 'slices'> | undefined, nowMs: number): Slice[] =>
  (JSON.parse(held?.slices ?? '[]') as Slice[]).filter(
    ([beganAtMs]) => beganAtMs + hourMs > nowMs && beganAtMs <= nowMs + mostAheadMs,
  );
const mostAheadMs = 5 * 60_000;

const sum = (slices: readonly Slice[]): number => slices.reduce((total, [, number]) => total + number, 0);

/** When so many slices have left that there is room for one. */
function roomAtMs(slices: readonly Slice[], most: number): number {
  let used = sum(slices);
  for (const [beganAtMs, number] of slices) {
    used -= number;
    if (used < most) return beganAtMs + hourMs;
  }
  return hourMs;
}

type CodeCount = Row<'code_counts'>;

const allParts = statement((db, value: ValueOf<Pick<CodeCount, 'organization_id' | 'counter'>>) =>
  db
    .selectFrom('code_counts')
    .select(['part', 'slices'])
    .where('organization_id', '=', value('organization_id'))
    .where('counter', '=', value('counter')),
);

/** Makes the row where there is none, and keeps it from others to the end of the transaction. */
const hold = statement((db, value: ValueOf<CodeCount>) =>
  db
    .insertInto('code_counts')
    .values({
      organization_id: value('organization_id'),
      counter: value('counter'),
      part: value('part'),
      slices: value('slices'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'counter', 'part'])
        .doUpdateSet((known) => ({ slices: known.ref('code_counts.slices') })),
    )
    .returning('slices'),
);

const write = statement((db, value: ValueOf<CodeCount>) =>
  db
    .insertInto('code_counts')
    .values({
      organization_id: value('organization_id'),
      counter: value('counter'),
      part: value('part'),
      slices: value('slices'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'counter', 'part'])
        .doUpdateSet((known) => ({ slices: known.ref('excluded.slices') })),
    ),
);
