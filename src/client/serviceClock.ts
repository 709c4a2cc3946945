/** The service's time, as far as this device knows it. All times in milliseconds since 1970. */
export type ServiceClock = {
  /** What the service's clock shows now: the device's, corrected. */
  now(): number;
  /** What this device's clock, right or wrong, shows now. */
  onDevice(): number;
  /** What this device's clock shows when the service's shows `serviceMs`. */
  toDevice(serviceMs: number): number;
  /** Learns from the Date header of an answer to a request that was sent when the device's clock showed `sentAtMs`. */
  learn(date: string | null, sentAtMs: number): void;
};

/** @param clock - the device's clock; trusted until an answer shows that it is wrong. */
export function serviceClock(clock: () => number): ServiceClock {
  let offsetMs = 0;
  return {
    now: () => clock() + offsetMs,
    onDevice: clock,
    toDevice: (serviceMs) => serviceMs - offsetMs,
    learn(date, sentAtMs) {
      const measuredMs = Date.parse(date ?? '') + 500 - (sentAtMs + clock()) / 2; // a Date header counts whole seconds
      if (Math.abs(measuredMs - offsetMs) > toleranceMs) offsetMs = measuredMs;
    },
  };
}

/** Less than this may be the way of the answer as well as the clock. */
const toleranceMs = 10_000;
