import { hourMs } from './hourCounts.js';
import { createWindow, type Opened, type Window } from './window.js';

/** What an organization may record in an hour by its own credentials; 0: as much as it likes. */
export type RecordPerHour = { readonly mebibytes: number; readonly activities: number };

/** What was recorded since an hour began. */
export type Recorded = { bytes: number; activities: number };

/** By whom, in the memory of this process. */
export type RecordCounts = {
  /** By their ids. */
  readonly organizations: Window<Recorded>;
  readonly addresses: Window<Recorded>;
  /** What root members had recorded beyond a budget. */
  readonly reserves: Window<Recorded>;
};

const mebibyte = 1_048_576;
/** Of organizations, and of addresses: some 20 MB each. */
const most = 100_000;

export function createRecordCounts(clock: () => number): RecordCounts {
  const counted = () => createWindow<Recorded>(clock, { zero: { bytes: 0, activities: 0 }, most });
  return { organizations: counted(), addresses: counted(), reserves: counted() };
}

/** Counts one activity of so many bytes. */
export function countRecorded(counts: Window<Recorded>, whose: string, bytes: number): void {
  const count = counts.open(whose, hourMs);
  count.bytes += bytes;
  count.activities += 1;
}

/** Milliseconds until there is room again; 0: there is. */
export function recordWaitMs(
  count: Opened<Recorded> | undefined,
  { mebibytes, activities }: RecordPerHour,
  nowMs: number,
): number {
  if (!count) return 0;
  const isSpent =
    (mebibytes > 0 && count.bytes >= mebibytes * mebibyte) || (activities > 0 && count.activities >= activities);
  return isSpent ? count.beganAtMs + hourMs - nowMs : 0;
}
