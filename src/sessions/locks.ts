/**
 * Runs one task of a name at a time, over all tabs of the origin; the others wait. If Web Locks are unavailable, only the callers of this
 * page take turns.
 *
 * A task should first check whether its work is still to do: the one before may have done it.
 *
 * @see W3C Web Locks API, section 2
 */
export async function withLock<T>(name: string, run: () => Promise<T>): Promise<T> {
  let granted = false;
  try {
    return await navigator.locks.request(`latchkey.${name}`, () => {
      granted = true;
      return run();
    });
  } catch (error) {
    if (granted) throw error; // the task's own error
    return inThisPage(name, run);
  }
}

/** Whether a task of a name runs, or waits for its turn, in any tab; without Web Locks, in this page. */
export async function isLocked(name: string): Promise<boolean> {
  if (turns.has(name)) return true;
  try {
    const { held = [], pending = [] } = await navigator.locks.query();
    return [...held, ...pending].some((lock) => lock.name === `latchkey.${name}`);
  } catch {
    return false;
  }
}

const turns = new Map<string, Promise<unknown>>();

function inThisPage<T>(name: string, run: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(run, run);
  turns.set(name, turn);
  const end = () => {
    if (turns.get(name) === turn) turns.delete(name);
  };
  turn.then(end, end);
  return turn;
}
