/** A limit on waiting: a timeout or the caller's signal, whichever comes first. */
export type Deadline = {
  /** Aborted with `late()` or with the caller's own reason. */
  readonly signal: AbortSignal;
  /** Call it when the answer has arrived: releases the timer and the caller's signal. */
  stop(): void;
};

export function startDeadline(timeoutMs: number, late: () => Error, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(late()), timeoutMs);
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    stop() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', follow);
    },
  };
}

/** Waits; rejects with the signal's reason if it is aborted. */
export function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** What the promise settles with; rejects with the signal's reason if it is aborted before. What was begun goes on for others. */
export function abortable<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
