import { othersWereInTheWay, retried } from './retried.js';
import type { RetryCounts } from './storeState.js';

/** Runs an attempt until nobody is in its way. */
export type Retry = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * A line for those whose first attempt met others: from then on they try one at a time, each as {@link retried} does. Whoever
 * wants the same row at once is thus in the way of the others of this process only once; without a line, a hundred of them
 * undo one another's work for seconds. First attempts do not wait in it.
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
