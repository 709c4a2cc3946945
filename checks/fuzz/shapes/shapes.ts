import { RefusedError } from '../../../src/contract/refusals.js';
import type { Bytes } from '../../../src/crypto/bytes.js';
import type { HostileBody } from './bodies.js';

/** What a body of any call is to cost at most until the service knows what is asked, in milliseconds; a slow machine may take more. */
export const goalMs = 20;

/** What only work that grows faster than the body takes, be the machine slow and busy. */
export const mostMs = 100;

/** What became of bodies. */
export type ShapesReport = {
  readonly bodies: number;
  readonly slowestMs: number;
  /** The call, the member and the value of it. */
  readonly slowest: string;
  readonly faults: readonly string[];
};

/** Begins to take a time; what it returns tells how many milliseconds have passed. */
export type Stopwatch = () => () => number;

/** Has each body read as the service reads it, and takes the time. */
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
      if (ms > mostMs) faults.push(`takes ${ms.toFixed(1)} ms: ${where}`);
    } catch (error) {
      faults.push(`throws ${error instanceof Error ? error.name : typeof error}: ${where}`);
    }
  }
  if (count === 0) faults.push('there was no body to look at');
  return { bodies: count, slowestMs: slowest.ms, slowest: slowest.where, faults };
}

/** The machine may have been busy with something else, or the code not yet compiled: what is slow every time is slow. */
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

/**
 * Of the time that passed and the time that the process worked, which other threads may have done, the shorter is no longer than the
 * truth.
 */
const shorterTime: Stopwatch = () => {
  const start = performance.now();
  const workedBefore = workedMs();
  return () => Math.min(workedMs() - workedBefore, performance.now() - start);
};

function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const mostTries = 10;
/** No pause of a machine is so long, and ten tries would take for ever. */
const hopelessMs = 1_000;
