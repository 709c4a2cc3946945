/** A clock that a test moves. */
export type TestClock = {
  (): number;
  /** Lets time pass. */
  readonly advanceMs: (ms: number) => void;
};

/** Stands still at `startMs` (milliseconds since 1970; now, if left out) until it is moved. */
export function createTestClock(startMs: number = Date.now()): TestClock {
  let nowMs = startMs;
  return Object.assign(() => nowMs, {
    advanceMs: (ms: number) => {
      nowMs += ms;
    },
  });
}
