import type { Session } from './session.js';

/** Somebody who wants to hear of each session once, some time before its end; with a lead of 0, after it. */
export type Alarm = {
  readonly leadMs: number;
  readonly listener: (session: Session) => void;
  readonly told: WeakSet<Session>;
};

/** Tells whoever is to hear of it now. */
export function ring(
  alarms: Iterable<Alarm>,
  live: readonly Session[],
  expired: readonly Session[],
  nowMs: number,
): void {
  for (const { leadMs, listener, told } of alarms) {
    for (const session of leadMs > 0 ? live : expired) {
      if (session.expiresAtMs - leadMs > nowMs || told.has(session)) continue;
      told.add(session);
      listener(session);
    }
  }
}

/** How long to wait for the next moment that somebody wants to hear of, or that a session ends. */
export function nextWaitMs(alarms: Iterable<Alarm>, live: readonly Session[], nowMs: number): number {
  const leads = [0, ...Array.from(alarms, ({ leadMs }) => leadMs)];
  return waitMs(
    live.flatMap(({ expiresAtMs }) => leads.map((leadMs) => expiresAtMs - leadMs)),
    nowMs,
  );
}

/**
 * How long to wait for the next of some moments. Timers stand still while a machine sleeps, and a delay of more than 2^31 − 1 ms
 * ends at once; so it is never more than a minute.
 */
export function waitMs(moments: readonly number[], nowMs: number): number {
  return Math.min(60_000, ...moments.map((moment) => moment - nowMs).filter((wait) => wait > 0));
}

/** When the last quarter of a session's life begins, in which it is renewed. */
export function lastQuarterMs({ openedAtMs, expiresAtMs }: Session): number {
  return expiresAtMs - (expiresAtMs - openedAtMs) / 4;
}

/** Starts a timer; what it returns stops it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

/** The page's own timer. */
export const startTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
