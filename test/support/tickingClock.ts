import type { TestClock } from '../../src/testing/clock.js';

/** Moves on by a millisecond each time it is read, so that no two forwarded requests are the same bytes. */
export function tickingClock(startMs = 1_800_000_000_000): TestClock {
  let nowMs = startMs;
  return Object.assign(() => nowMs++, {
    advanceMs: (ms: number) => {
      nowMs += ms;
    },
  });
}
