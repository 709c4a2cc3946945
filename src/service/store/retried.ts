import { createRoom } from './room.js';
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
 * The same for the transactions of a process. Of those that met a conflict one is repeated at a time, beside first tries: concurrent work
 * on one row thus conflicts only once, where a hundred would roll one another back for seconds. Who waits before another try stands in
 * nobody's way. One that still meets conflicts runs alone in the process, so that no stream of others can keep it from ending.
 */
export function retriedInQueue(counts: RetryCounts): Retry {
  const room = createRoom();
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: Retry = (attempt) => {
    const turn = last.then(attempt);
    last = turn.catch(() => {});
    return turn;
  };
  return (attempt) => {
    let tries = 0;
    return retried(() => {
      tries += 1;
      if (tries === 1) return room.beside(attempt);
      return tries <= mostBeside ? inTurn(() => room.beside(attempt)) : room.alone(attempt);
    }, counts);
  };
}

/** Tries beside others. A conflict by chance, as two neighbours in an index, is over by then. */
const mostBeside = 5;
