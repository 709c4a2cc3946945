import { tellListeners } from '../tellListeners.js';
import type { RefusalReason } from './confirmationError.js';

/** A request that is not signed, whatever anybody says, until the person has seen that. */
export type Refusal = {
  /** Counted with the confirmations. */
  readonly id: number;
  readonly reason: RefusalReason;
  readonly close: () => void;
};

/** What was refused and is still shown. */
export type Refusals = {
  readonly getSnapshot: () => Refusal | undefined;
  /** Whoever listens shows it: without a listener none is kept. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Tells the person. While one is shown the next ones are told to nobody: a page that asks again and again fills no queue.
   *
   * @param untilGone - calls what it is given once nobody is there any more who may see it, and returns what ends that.
   */
  readonly tell: (refusal: Omit<Refusal, 'close'>, untilGone: (close: () => void) => () => void) => void;
};

export function makeRefusals(): Refusals {
  const listeners = new Set<() => void>();
  let shown: Refusal | undefined;

  function change(next: Refusal | undefined): void {
    shown = next;
    tellListeners(listeners);
  }

  return {
    getSnapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(refusal, untilGone) {
      if (shown || listeners.size === 0) return;
      const close = () => {
        stop();
        change(undefined);
      };
      const stop = untilGone(close);
      change({ ...refusal, close });
    },
  };
}
