import { limits } from '../../limits/limits.js';
import type { Tools } from '../../tools.js';

/** What a simulation has used of the process beside the steps of its decisions: to compile policies, and to read what is signed. */
export type Spending = {
  /** The request's work, which is measured here, too. */
  readonly work: Tools['work'];
  /** Milliseconds, so far. */
  readonly spentMs: () => number;
  readonly isOver: () => boolean;
};

/** Milliseconds for all that is compiled and read. */
const mostMs = 250;

/** @param now - milliseconds that never go back. */
export function newSpending(work: Tools['work'], now: () => number = () => performance.now()): Spending {
  let spentMs = 0;
  const spend = (beganMs: number) => {
    spentMs += now() - beganMs;
  };
  return {
    work: {
      charge(run) {
        const beganMs = now();
        try {
          return work.charge(run);
        } finally {
          spend(beganMs);
        }
      },
      async chargeAll(run) {
        const beganMs = now();
        try {
          return await work.chargeAll(run);
        } finally {
          spend(beganMs);
        }
      },
    },
    spentMs: () => spentMs,
    isOver: () => spentMs >= mostMs,
  };
}

/** The steps that could have been taken in that time. */
export const stepsIn = (ms: number): number => Math.ceil(ms * stepsOfMs);

/** A decision's steps take some 20 ms. */
const stepsOfMs = limits.stepsOfDecision.most / 20;
