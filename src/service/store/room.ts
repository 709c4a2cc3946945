/** Where work runs beside other work, or alone. */
export type Room = {
  readonly beside: <T>(work: () => Promise<T>) => Promise<T>;
  /** Once what is in the room has ended; what comes meanwhile waits outside. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Those who want to be alone are let in one after the other, and after each all who have come to be beside others: whoever comes waits for
 * one of them at most, however many there are.
 *
 * @param mostMs - nobody waits longer for one who is in the room, as on a connection that a broken network left open.
 */
export function createRoom(mostMs = 5_000): Room {
  let inside = 0;
  /** The one who is alone in the room, or waits until it is empty. */
  let next: { readonly goIn: () => void; isIn: boolean } | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const besides: (() => void)[] = [];
  const alones: (() => void)[] = [];

  const come = (queue: (() => void)[]) =>
    new Promise<void>((goIn) => {
      queue.push(goIn);
      letIn();
    });
  const leave = () => {
    inside -= 1;
    if (inside === 0 && next?.isIn) opened();
    letIn();
  };
  const letIn = () => {
    const goIn = next ? undefined : alones.shift();
    if (goIn) {
      next = { goIn, isIn: false };
      late = setTimeout(opened, mostMs);
    }
    if (!next) letAllIn();
    else if (inside === 0) enter(next);
  };
  const enter = (one: NonNullable<typeof next>) => {
    one.isIn = true;
    inside += 1;
    one.goIn();
  };
  /** Whoever has come may go in: the one alone has left, or all have waited long enough. */
  const opened = () => {
    clearTimeout(late);
    const one = next;
    next = undefined;
    if (one && !one.isIn) enter(one);
    letAllIn();
  };
  const letAllIn = () => {
    for (const goIn of besides.splice(0)) {
      inside += 1;
      goIn();
    }
  };

  const inRoom = async <T>(queue: (() => void)[], work: () => Promise<T>): Promise<T> => {
    await come(queue);
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return { beside: (work) => inRoom(besides, work), alone: (work) => inRoom(alones, work) };
}
