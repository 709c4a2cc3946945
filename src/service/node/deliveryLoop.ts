import type { Log } from '../tools.js';

/** Sends messages while a server runs. */
export type DeliveryLoop = {
  /** Something may be due: sends soon, and keeps nobody waiting. */
  readonly nudge: () => void;
  /** Starts nothing more; settles when what is under way has ended. */
  readonly stop: () => Promise<void>;
};

/**
 * Calls `deliver` when nudged and every second, never twice at a time, and again at once for as long as it finds something to
 * send. It keeps no process alive.
 */
export function startDeliveryLoop(deliver: () => Promise<number>, log: Log, everyMs: number = 1000): DeliveryLoop {
  let isDue = false;
  let isStopped = false;
  let underWay: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (isDue && !isStopped) {
      isDue = false;
      try {
        if ((await deliver()) > 0) isDue = true;
      } catch (error) {
        log('outbox failed', { reason: reasonOf(error) });
      }
    }
    underWay = undefined;
  }

  const nudge = () => {
    if (isStopped) return;
    isDue = true;
    underWay ??= work();
  };
  const timer = setInterval(nudge, everyMs).unref();
  return {
    nudge,
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await underWay;
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? String((error as { code?: unknown }).code ?? error.name) : typeof error;
