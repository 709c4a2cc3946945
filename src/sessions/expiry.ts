import type { Session } from './session.js';

/** A listener that is called once for each session, some time before its end; with a lead of 0, after it. */
export type Alarm = {
  readonly leadMs: number;
  readonly listener: (session: Session) => void;
  readonly notified: WeakSet<Session>;
};

/** Calls the listeners that are due. */
export function ring(
  alarms: Iterable<Alarm>,
  live: readonly Session[],
  expired: readonly Session[],
  nowMs: number,
): void {
  for (const { leadMs, listener, notified } of alarms) {
    for (const session of leadMs > 0 ? live : expired) {
      if (session.expiresAtMs - leadMs > nowMs || notified.has(session)) continue;
      notified.add(session);
      listener(session);
    }
  }
}

/** The time until the next listener is due, or a session ends. */
export function nextWaitMs(alarms: Iterable<Alarm>, live: readonly Session[], nowMs: number): number {
  const leads = [0, ...Array.from(alarms, ({ leadMs }) => leadMs)];
  return waitMs(
    live.flatMap(({ expiresAtMs }) => leads.map((leadMs) => expiresAtMs - leadMs)),
    nowMs,
  );
}

/**
 * The time until the next of some moments. Timers stop while a machine sleeps, and a delay above 2^31 − 1 ms fires at once; so at most a
 * minute.
 */
function waitMs(moments: readonly number[], nowMs: number): number {
  return Math.min(60_000, ...moments.map((moment) => moment - nowMs).filter((wait) => wait > 0));
}

/** From when on a session is renewed by the next use: after a quarter of its life, at most a day. */
export const renewableFromMs = ({ openedAtMs, expiresAtMs }: Session): number =>
  openedAtMs + Math.min((expiresAtMs - openedAtMs) / 4, dayMs);

const dayMs = 24 * 3_600_000;

/** Starts a timer; returns a function that stops it. */
export type SetTimer = (run: () => void, delayMs: number) => () => void;

/** The page's own timer. */
export const startTimer: SetTimer = (run, delayMs) => {
  const timer = setTimeout(run, delayMs);
  return () => clearTimeout(timer);
};
