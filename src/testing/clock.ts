/** A clock that a test controls. */
export type TestClock = {
  (): number;
  /** Moves it forward. */
  readonly advanceMs: (ms: number) => void;
};

/** Stands at `startMs` (milliseconds since 1970; default now) until it is moved. */
export function createTestClock(startMs: number = Date.now()): TestClock {
  let nowMs = startMs;
  return Object.assign(() => nowMs, {
    advanceMs: (ms: number) => {
      nowMs += ms;
    },
  });
}
