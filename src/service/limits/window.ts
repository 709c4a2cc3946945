/** Counts what each does in a window of time, in the memory of this process. */
export type Window = {
  /** @returns 0 where it is counted; else the milliseconds until it may be done again */
  readonly take: (whose: string) => number;
};

export function createWindow({
  most,
  windowMs,
  clock,
}: {
  readonly most: number;
  readonly windowMs: number;
  readonly clock: () => number;
}): Window {
  /** In the order in which they began. */
  const counts = new Map<string, { readonly beganAtMs: number; taken: number }>();
  return {
    take(whose) {
      if (most === Number.POSITIVE_INFINITY) return 0;
      const nowMs = clock();
      const count = counts.get(whose);
      const passedMs = count ? nowMs - count.beganAtMs : windowMs;
      if (!count || passedMs < 0 || passedMs >= windowMs) {
        counts.delete(whose);
        const [oldest] = counts.keys();
        if (counts.size >= mostRemembered && oldest !== undefined) counts.delete(oldest);
        counts.set(whose, { beganAtMs: nowMs, taken: 1 });
        return 0;
      }
      if (count.taken >= most) return windowMs - passedMs;
      count.taken += 1;
      return 0;
    },
  };
}

/** Some 10 MB. The one with the oldest window is forgotten. */
const mostRemembered = 50_000;
