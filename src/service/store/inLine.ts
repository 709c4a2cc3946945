import { othersWereInTheWay, retried } from './retried.js';
import type { RetryCounts } from './storeState.js';

/** Repeats an attempt until it meets no conflict. */
export type Retry = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * A queue for work whose first attempt met a conflict: from then on one runs at a time, each as {@link retried} does. Concurrent work on
 * one row thus conflicts within this process only once; without a queue, a hundred of them roll one another back for seconds. First
 * attempts do not wait in it.
 */
export function retriedInLine(counts: RetryCounts): Retry {
  let last: Promise<unknown> = Promise.resolve();
  return async (attempt) => {
    try {
      return await attempt();
    } catch (error) {
      if (!othersWereInTheWay(error, 1)) throw error;
      counts.retries += 1;
    }
    const turn = last.then(() => retried(attempt, counts));
    last = turn.catch(() => {});
    return turn;
  };
}
