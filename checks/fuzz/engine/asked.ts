import { LatchkeyError } from '../../../src/errors.js';

/** What a function answers, or `undefined` where it refuses with one of these codes; whatever else it throws is thrown on. */
export function asked<T>(codes: readonly string[], question: () => T): T | undefined {
  const start = performance.now();
  try {
    return question();
  } catch (error) {
    return refusedWith(codes, error);
  } finally {
    noteSince(start);
  }
}

/** {@link asked} of a function that answers later. */
export async function askedLater<T>(codes: readonly string[], question: () => Promise<T>): Promise<T | undefined> {
  const start = performance.now();
  try {
    return await question();
  } catch (error) {
    return refusedWith(codes, error);
  } finally {
    noteSince(start);
  }
}

let longestMs = 0;

/** The longest that a function of the product took since this was last called, in milliseconds: what else a look does is not counted. */
export function takeLongestMs(): number {
  const ms = longestMs;
  longestMs = 0;
  return ms;
}

function noteSince(start: number): void {
  longestMs = Math.max(longestMs, performance.now() - start);
}

function refusedWith(codes: readonly string[], error: unknown): undefined {
  if (!(error instanceof LatchkeyError) || !codes.includes(error.code)) throw error;
}
