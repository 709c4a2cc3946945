import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { retried } from './retried.js';
import type { Tables } from './schema.js';
import type { Transact } from './store.js';
import { StoreError } from './storeError.js';
import type { RetryCounts } from './storeState.js';

/**
 * Transactions on one SQLite file that share their commits. A commit waits for the disk; transactions requested in the same turn of the
 * event loop, or during another commit, run one after the other between one `begin` and one `commit`, each in a savepoint, and return when
 * that commit is on the disk: sixteen that write a row each take 1.5 ms together, and 19 ms one by one. An error in one of them rolls back
 * its part alone.
 *
 * A group ends after 8 ms, and the event loop turns before the next one: what arrives need not wait for the transactions of all others.
 *
 * If the store itself fails, the whole group is rolled back, and each of them runs again by itself.
 *
 * @param nextTurn - calls in the next turn of the event loop, when all transactions of this one were requested.
 * @see https://sqlite.org/lang_savepoint.html
 */
export function sharedCommits(
  db: Kysely<Tables>,
  counts: RetryCounts,
  nextTurn: (work: () => void) => unknown,
): Transact {
  const waiting: Waiting[] = [];
  let isWorking = false;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, mostTogether);
      const settle =
        (await together(db, counts, group)) ?? (await Promise.all(group.map((each) => alone(db, counts, each))));
      waiting.unshift(...group.slice(settle.length));
      for (const settled of settle) settled();
      await new Promise<void>((resolve) => nextTurn(resolve));
    }
    isWorking = false;
  }

  return <T>(run: (transaction: Transaction<Tables>) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (isWorking) return;
      isWorking = true;
      nextTurn(work);
    });
}

/** The maximum group size, which limits the wait of later transactions, and of other processes. */
const mostTogether = 32;
/** After that no further transaction of a group begins. Shorter groups share a wait for the disk by fewer. */
const longestMs = 8;

type Waiting = {
  readonly run: (transaction: Transaction<Tables>) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Settles one of them. */
type Settle = () => void;

/** The first of them in one transaction, as many as there is time for; `undefined` where each should be run for itself. */
async function together(
  db: Kysely<Tables>,
  counts: RetryCounts,
  group: readonly Waiting[],
): Promise<Settle[] | undefined> {
  if (group.length === 1) return undefined;
  const attempt = () =>
    db.transaction().execute(async (transaction) => {
      const settle: Settle[] = [];
      const begunAtMs = performance.now();
      for (const each of group) {
        settle.push(await behindSavepoint(transaction, each));
        if (performance.now() - begunAtMs >= longestMs) break;
      }
      return settle;
    });
  try {
    return await retried(attempt, counts);
  } catch (error) {
    const isBusy = error instanceof StoreError && error.code === 'STORE_BUSY';
    return isBusy
      ? group.map(
          ({ reject }) =>
            () =>
              reject(error),
        )
      : undefined;
  }
}

const savepoint = CompiledQuery.raw('savepoint part');
const release = CompiledQuery.raw('release part');
const undo = CompiledQuery.raw('rollback to part');

async function behindSavepoint(transaction: Transaction<Tables>, each: Waiting): Promise<Settle> {
  await transaction.executeQuery(savepoint);
  try {
    const value = await each.run(transaction);
    await transaction.executeQuery(release);
    return () => each.resolve(value);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    await transaction.executeQuery(undo);
    await transaction.executeQuery(release);
    return () => each.reject(error);
  }
}

async function alone(db: Kysely<Tables>, counts: RetryCounts, { run, resolve, reject }: Waiting): Promise<Settle> {
  try {
    const value = await retried(() => db.transaction().execute(run), counts);
    return () => resolve(value);
  } catch (error) {
    return () => reject(error);
  }
}
