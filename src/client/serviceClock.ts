/** The service's time, as far as this device knows it. All times are milliseconds since 1970. */
export type ServiceClock = {
  /** The current time of the service: the device's clock, corrected. */
  now(): number;
  /** The current time of this device's clock, right or wrong. */
  onDevice(): number;
  /** The time of this device's clock when the service's is `serviceMs`. */
  toDevice(serviceMs: number): number;
  /** Measures the difference by the Date header of an answer to a request that was sent at `sentAtMs` of the device's clock. */
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
      const measuredMs = Date.parse(date ?? '') + 500 - (sentAtMs + clock()) / 2; // a Date header has whole seconds
      if (Math.abs(measuredMs - offsetMs) > toleranceMs) offsetMs = measuredMs;
    },
  };
}

/** A smaller difference may be the network's delay. */
const toleranceMs = 10_000;
