import { LatchkeyError } from '../../../src/errors.js';
import { shorterTime } from './stopwatch.js';

/** Calls a function of the product. @returns its result, or `undefined` if it refuses with one of these codes; throws any other error. */
export function orRefused<T>(codes: readonly string[], call: () => T): T | undefined {
  const passedMs = shorterTime();
  try {
    return call();
  } catch (error) {
    return refusedWith(codes, error);
  } finally {
    note(passedMs());
  }
}

/** {@link orRefused} for a function that returns a promise. */
export async function orRefusedLater<T>(codes: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  const passedMs = shorterTime();
  try {
    return await call();
  } catch (error) {
    return refusedWith(codes, error);
  } finally {
    note(passedMs());
  }
}

/** {@link orRefusedLater} for long work that is done in slices: what counts is the longest time without a turn of the event loop. */
export async function orRefusedInSlices<T>(codes: readonly string[], call: () => Promise<T>): Promise<T | undefined> {
  let passedMs = shorterTime();
  let isDone = false;
  const turn = () => {
    if (isDone) return;
    note(passedMs());
    passedMs = shorterTime();
    setImmediate(turn);
  };
  setImmediate(turn);
  try {
    return await call();
  } catch (error) {
    return refusedWith(codes, error);
  } finally {
    note(passedMs());
    isDone = true;
  }
}

let longestMs = 0;

/** The longest call of the product since this function was last called, in milliseconds. The check's own work is not counted. */
export function takeLongestMs(): number {
  const ms = longestMs;
  longestMs = 0;
  return ms;
}

function note(ms: number): void {
  longestMs = Math.max(longestMs, ms);
}

function refusedWith(codes: readonly string[], error: unknown): undefined {
  if (!(error instanceof LatchkeyError) || !codes.includes(error.code)) throw error;
}
