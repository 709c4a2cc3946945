import type { Row } from '../store/schema.js';
import { hourMs } from './hourCounts.js';

/** Something that is counted. */
export type Happening = {
  /** Where it happened: a top-level organization, or one of its sub-organizations. */
  readonly organizationId: string;
} & Pick<Row<'statistics'>, 'kind' | 'method' | 'step' | 'code'>;

/** How often it happened in an hour. */
export type Happened = Happening & { readonly beganAtMs: number; readonly times: number };

/** What has happened in this process and is not written down yet. */
export type Statistics = {
  /** Counts one, without waiting for anything. */
  readonly count: (happening: Happening) => void;
  /** What has been counted, once it is time to write it. */
  readonly take: (when?: 'due' | 'now') => readonly Happened[];
  /** Takes back what could not be written. */
  readonly putBack: (happened: readonly Happened[]) => void;
};

/** Between two writings. */
const everyMs = 10_000;
/** Different things at a time; half of them are written at once, and what comes beyond all of them is not counted. */
const most = 10_000;

export function createStatistics(clock: () => number): Statistics {
  let kept = new Map<string, Happened>();
  let lastMs = clock();
  const add = (happened: Happened) => {
    const { organizationId, beganAtMs, kind, method, step, code, times } = happened;
    const name = JSON.stringify([organizationId, beganAtMs, kind, method, step, code]);
    const before = kept.get(name);
    if (before) kept.set(name, { ...before, times: before.times + times });
    else if (kept.size < most) kept.set(name, happened);
  };
  return {
    count(happening) {
      const nowMs = clock();
      add({ ...happening, beganAtMs: nowMs - (nowMs % hourMs), times: 1 });
    },
    take(when = 'due') {
      const passedMs = clock() - lastMs;
      const isDue = passedMs < 0 || passedMs >= everyMs || kept.size >= most / 2; // before the last one, the clock was set back
      if (kept.size === 0 || (when === 'due' && !isDue)) return [];
      const taken = [...kept.values()];
      kept = new Map();
      lastMs = clock();
      return taken;
    },
    putBack: (happened) => happened.forEach(add),
  };
}
