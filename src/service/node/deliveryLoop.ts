import type { Deliver } from '../delivery/delivery.js';
import type { Log } from '../tools.js';

/** Sends messages while a server runs. */
export type DeliveryLoop = {
  /** A message was put into the outbox: sends it soon, without blocking the caller. */
  readonly nudge: () => void;
  /** Starts nothing more; settles when what is under way has ended. */
  readonly stop: () => Promise<void>;
};

/**
 * Calls `deliver` every second, as soon as there is room for more of what is due, and for what was posted when nudged; it does not wait for
 * one call before the next, since one message may take its time. It keeps no process alive.
 */
export function startDeliveryLoop(deliver: Deliver, log: Log, everyMs: number = 1000): DeliveryLoop {
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  const start = (what: 'due' | 'posted') => {
    if (isStopped) return;
    const call: Promise<void> = deliver(sendDue, what)
      .then(
        () => {},
        (error: unknown) => log('outbox failed', { reason: reasonOf(error) }),
      )
      .finally(() => underWay.delete(call));
    underWay.add(call);
  };
  const sendDue = () => start('due');
  const timer = setInterval(sendDue, everyMs).unref();
  return {
    nudge: () => start('posted'),
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? String((error as { code?: unknown }).code ?? error.name) : typeof error;
