/** How old a request may be, and so how long its sealed answer is kept. @see docs/wire.md 2.5 */
export const maxAgeMs: number = 60 * 60_000;
/** How far ahead of our clock a request may be. */
export const maxAheadMs: number = 5 * 60_000;

/** Less than an hour old and at most five minutes ahead. */
export const isLive = (timestampMs: number, nowMs: number): boolean =>
  timestampMs > nowMs - maxAgeMs && timestampMs <= nowMs + maxAheadMs;
