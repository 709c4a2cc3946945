/** An end to waiting: at its time, or when the caller's signal says so, whichever is first. */
export type Deadline = {
  /** Aborted with `late()` or with the caller's own reason. */
  readonly signal: AbortSignal;
  /** To be called when the answer is there: lets go of the timer and of the caller's signal. */
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

/** Waits; rejects with the signal's reason once that is aborted. */
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
