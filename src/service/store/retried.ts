import { isKeyTaken, StoreError } from './storeError.js';
import { noRetries, type RetryCounts } from './storeState.js';

/**
 * Tries again, after a random and growing wait of at most half a second, as long as others were in the way: a conflict of two
 * serializable transactions, or another process at work in the same file. Nothing of a failed try was kept.
 *
 * @throws {StoreError} STORE_BUSY after 20 tries, some three seconds; STORE_FAILED where a key is still taken after five
 */
export async function retried<T>(attempt: () => Promise<T>, counts: RetryCounts = noRetries()): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!othersWereInTheWay(error, tries)) {
        if (error instanceof StoreError && error.code === 'STORE_BUSY') counts.givenUp += 1;
        throw error;
      }
      counts.retries += 1;
      await new Promise((resolve) => setTimeout(resolve, chance() * 2 ** Math.min(tries, 9)));
    }
  }
}

/** Whether the failed try, the first being 1, is worth another one. */
function othersWereInTheWay(error: unknown, tries: number): boolean {
  if (!(error instanceof StoreError)) return false;
  return error.code === 'STORE_BUSY' ? tries < 20 : isKeyTaken(error) && tries < 5;
}

/** From 0 to 1, so that transactions that conflicted do not meet again. */
function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}

/** Repeats an attempt until it meets no conflict. */
export type Retry = <T>(attempt: () => Promise<T>) => Promise<T>;

/**
 * A queue for work whose first attempt met a conflict: from then on one runs at a time, each as {@link retried} does. Concurrent work on
 * one row thus conflicts within this process only once; without a queue, a hundred of them roll one another back for seconds. First
 * attempts do not wait in it.
 */
export function retriedInQueue(counts: RetryCounts): Retry {
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
