/**
 * Runs one task of a name at a time, over all tabs of the origin; the others wait their turn. Where the browser has no Web
 * Locks, or refuses them to this page, the turns are kept among the callers of this page alone.
 *
 * Who got a turn looks first whether the work is still to do: the one before may have done it.
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
    if (granted) throw error; // the task's own failure
    return inThisPage(name, run);
  }
}

const turns = new Map<string, Promise<unknown>>();

function inThisPage<T>(name: string, run: () => Promise<T>): Promise<T> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(run, run);
  turns.set(name, turn);
  return turn;
}
