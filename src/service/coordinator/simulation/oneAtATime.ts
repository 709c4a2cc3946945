import { refused } from '../../../contract/refusals.js';
import { limits } from '../../limits/limits.js';
import { perStore } from '../../store/perStore.js';
import type { QueryContext } from '../engine/handlers/handler.js';

/**
 * Runs one simulation of a credential after the other: many at once take no more of the process than one does.
 *
 * @throws {RefusedError} TOO_MUCH_WORK where too many of the same credential wait
 */
export async function oneAtATime<Result>(
  { db, caller }: Pick<QueryContext, 'db' | 'caller'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const all = queuesIn(db);
  const name = caller.credential?.id || caller.user.user_id;
  const queue = all.get(name) ?? { last: Promise.resolve(), length: 0 };
  // The dashboard asks for two at a time.
  if (queue.length > limits.simulationsWaiting.most) throw refused('TOO_MUCH_WORK', { retryAfterMs: 1000 });
  all.set(name, queue);
  queue.length += 1;
  const own = queue.last.then(run);
  queue.last = own.then(nothing, nothing);
  try {
    return await own;
  } finally {
    queue.length -= 1;
    if (queue.length === 0) all.delete(name);
  }
}

type Queue = { last: Promise<void>; length: number };

const queuesIn = perStore(() => new Map<string, Queue>());

const nothing = (): void => {};
