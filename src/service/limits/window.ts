/** What each has done in its window of time, counted in the memory of this process: each process counts for itself. */
export type Window<Count extends object> = {
  /** The count of the window that is now; `undefined` where none has begun, it is over, or the clock was set back. */
  readonly current: (whose: string, windowMs: number) => Opened<Count> | undefined;
  /** The same; where there is none, one begins. */
  readonly open: (whose: string, windowMs: number) => Opened<Count>;
};

/** A count, which whoever counts changes in place. */
export type Opened<Count> = Count & { readonly beganAtMs: number };

/**
 * @param zero - each window begins with.
 * @param most - of whom counts are remembered. The one whose window began first is forgotten.
 */
export function createWindow<Count extends object>(
  clock: () => number,
  { zero, most = 50_000 }: { readonly zero: Count; readonly most?: number },
): Window<Count> {
  /** In the order in which their windows began. */
  const counts = new Map<string, Opened<Count>>();
  const isNow = ({ beganAtMs }: Opened<Count>, windowMs: number): boolean => {
    const passedMs = clock() - beganAtMs;
    return passedMs >= 0 && passedMs < windowMs;
  };
  return {
    current(whose, windowMs) {
      const count = counts.get(whose);
      return count && isNow(count, windowMs) ? count : undefined;
    },
    open(whose, windowMs) {
      const known = counts.get(whose);
      if (known && isNow(known, windowMs)) return known;
      counts.delete(whose);
      const [oldest] = counts.keys();
      if (counts.size >= most && oldest !== undefined) counts.delete(oldest);
      const count = { ...zero, beganAtMs: clock() };
      counts.set(whose, count);
      return count;
    },
  };
}
