let aheadMs = 0;

/** The time of this page: the device's, and what the clock of the service was moved by. */
export const pageClock = (): number => Date.now() + aheadMs;

/** @param ms - how far the service's clock is ahead of the device's */
export function setAhead(ms: number): void {
  aheadMs = ms;
}
