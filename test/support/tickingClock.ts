import type { TestClock } from '../../src/testing/clock.js';

/** A clock that advances by a millisecond each time it is read, so that no two forwarded requests have the same bytes. */
export function tickingClock(startMs = 1_800_000_000_000): TestClock {
  let nowMs = startMs;
  return Object.assign(() => nowMs++, {
    advanceMs: (ms: number) => {
      nowMs += ms;
    },
  });
}
