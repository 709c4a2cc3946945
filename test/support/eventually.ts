import { vi } from 'vitest';

/** Waits until an assertion holds: far longer than a slow machine needs, since no test is about time. */
export const eventually = (assertion: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 5 });
