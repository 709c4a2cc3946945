import { columnsOf } from '../store/columnsOf.js';
import { beforeAll, replaceSealed, type SealedRow } from '../store/sealedRows.js';
import { SealError } from '../vault/seal.js';
import { wipe } from '../wipe.js';
import { type Keys, type SealedKind, sealedKinds } from './sealedKinds.js';

/** A value that does not open, and why: the code of the {@link SealError}. */
export type Unopened = {
  readonly table: string;
  readonly column: string;
  readonly organizationId: string;
  readonly id: string;
  readonly code: string;
};

/** How far it is with a column. */
export type Progress = { readonly table: string; readonly column: string; readonly done: number; readonly of: number };

/** Values that are worked on at once. */
const batch = 100;

/**
 * Reseals every value under the newest key while the service runs: each is replaced by one statement, and only if it is unchanged since it
 * was read. Values under the newest key are skipped, so that an interrupted run continues.
 *
 * @param found - called with each value that does not open, and so stays unchanged.
 */
export async function reseal(
  keys: Keys,
  { report, found }: { report: (progress: Progress) => void; found: (unopened: Unopened) => void },
): Promise<void> {
  for (const kind of sealedKinds(keys)) {
    const { table, column } = kind.place;
    let done = 0;
    const of = await kind.countOlder();
    await inBatches(kind, kind.nextOlder, found, async (row) => {
      const fresh = await kind.renew(row);
      if (fresh === undefined) return;
      await replaceSealed(keys.store, kind.place, row, fresh);
      done += 1;
      report({ table, column, done, of: Math.max(of, done) });
    });
  }
}

/** Opens every value, and changes nothing. @returns how many there are. */
export async function openAll(keys: Keys, found: (unopened: Unopened) => void): Promise<number> {
  let values = 0;
  for (const kind of sealedKinds(keys)) {
    // A database that has yet to be upgraded lacks what later versions seal.
    const { table, column } = kind.place;
    if (!(await columnsOf(keys.store, table)).includes(column)) continue;
    await inBatches(kind, kind.next, found, async (row) => {
      values += 1;
      wipe(await kind.open(row));
    });
  }
  return values;
}

async function inBatches(
  { place: { table, column } }: SealedKind,
  next: SealedKind['next'],
  found: (unopened: Unopened) => void,
  work: (row: SealedRow) => Promise<void>,
): Promise<void> {
  for (let after: Omit<SealedRow, 'sealed'> = beforeAll; ; ) {
    const rows = await next(after, batch);
    await Promise.all(
      rows.map((row) =>
        work(row).catch((error: unknown) => {
          if (!(error instanceof SealError)) throw error;
          const { organizationId, id } = row;
          found({ table, column, organizationId, id, code: error.code });
        }),
      ),
    );
    const last = rows.at(-1);
    if (rows.length < batch || last === undefined) return;
    after = last;
  }
}
