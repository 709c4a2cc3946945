/**
 * What a request costs the event loop beside what is charged for it by name: its bytes, its statements, its commit. That is half a
 * millisecond where the database is a file, and ten times as much where each statement is a slow write to a socket. So it is measured: the
 * time that the loop was busy and nobody was charged for, by the requests that have ended meanwhile.
 */
export type Price = {
  /** In milliseconds. */
  readonly ofRequest: () => number;
  /** A request has ended that was charged so many milliseconds by name. */
  readonly ended: (chargedMs: number) => void;
};

/** @param busyMs - how long the event loop has been busy; `undefined` where nothing tells: then the price is {@link leastMs}. */
export function createPrice(busyMs: () => number | undefined): Price {
  let price = leastMs;
  let requests = 0;
  let chargedMs = 0;
  let beforeMs = busyMs();
  return {
    ofRequest: () => price,
    ended(ms) {
      requests += 1;
      chargedMs += ms;
      const nowMs = requests < measuredBy ? undefined : busyMs();
      if (nowMs === undefined || beforeMs === undefined) return;
      const mean = (nowMs - beforeMs - chargedMs) / requests;
      price += (Math.min(mostMs, Math.max(leastMs, mean)) - price) / 4;
      requests = 0;
      chargedMs = 0;
      beforeMs = nowMs;
    },
  };
}

/** Requests by which the price is measured anew. */
const measuredBy = 16;
const leastMs = 0.5;
/** What else keeps the loop busy, as a backup does, no request pays for. */
const mostMs = 10;

/** How long this process's event loop has been busy. Pages do not know. */
export const loopBusyMs = (): number | undefined => (performance as NodePerformance).eventLoopUtilization?.().active;

type NodePerformance = { readonly eventLoopUtilization?: () => { readonly active: number } };
