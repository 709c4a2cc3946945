import { RefusedError } from '../../../src/contract/refusals.js';
import type { Bytes } from '../../../src/crypto/bytes.js';
import { type Stopwatch, shorterTime, slowness } from '../engine/stopwatch.js';
import type { HostileBody } from './bodies.js';

/** The goal for reading and validating a body of any call, in milliseconds. A slow machine may take longer. */
export const goalMs = 20;

/** A body that takes longer, in milliseconds, is a fault: even on a slow machine only work of more than linear time takes so long. */
export const mostMs = 100;

/** The results of the hostile bodies. */
export type ShapesReport = {
  readonly bodies: number;
  readonly slowestMs: number;
  /** The call, the member and the value of the slowest body. */
  readonly slowest: string;
  readonly faults: readonly string[];
};

/** Reads each body as the service does, and measures the time. */
export function timeShapes(bodies: Iterable<HostileBody>, stopwatch: Stopwatch = shorterTime): ShapesReport {
  const faults: string[] = [];
  let count = 0;
  let slowest = { ms: 0, where: '' };
  for (const each of bodies) {
    count += 1;
    const where = `${each.call.name}, ${each.what}`;
    try {
      const ms = leastMsFor(each, slowest.ms, stopwatch);
      if (ms > slowest.ms) slowest = { ms, where };
      if (ms > mostMs && ms > mostMs * slowness()) faults.push(`takes ${ms.toFixed(1)} ms: ${where}`);
    } catch (error) {
      faults.push(`throws ${error instanceof Error ? error.name : typeof error}: ${where}`);
    }
  }
  if (count === 0) faults.push('there was no body to look at');
  return { bodies: count, slowestMs: slowest.ms, slowest: slowest.where, faults };
}

/** The minimum of several runs, because the machine may have been busy, or the code not yet compiled. */
function leastMsFor({ call, body: made }: HostileBody, slowestMs: number, stopwatch: Stopwatch): number {
  const body = made();
  let leastMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 || (leastMs > mostMs && tries < mostTries); tries += 1) {
    const passedMs = stopwatch();
    readOrRefuse(call, body);
    leastMs = Math.min(leastMs, passedMs());
    if (leastMs <= slowestMs || leastMs > hopelessMs) break;
  }
  return leastMs;
}

function readOrRefuse({ read }: HostileBody['call'], body: Bytes): void {
  try {
    read(body);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
  }
}

const mostTries = 10;
/** A run that takes longer, in milliseconds, is not repeated: no pause of a machine is so long. */
const hopelessMs = 1_000;
