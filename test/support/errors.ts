import { inspect } from 'node:util';
import { expect } from 'vitest';
import { LatchkeyError } from '../../src/errors.js';

/** The error that `run` throws. Fails if it throws none, or another error than a `LatchkeyError`. */
export async function errorOf(run: () => unknown): Promise<LatchkeyError> {
  try {
    await run();
  } catch (error) {
    expect(error).toBeInstanceOf(LatchkeyError);
    return error as LatchkeyError;
  }
  throw new Error('nothing was thrown');
}

/** The code of the error that `run` throws. */
export async function codeOf(run: () => unknown): Promise<string> {
  return (await errorOf(run)).code;
}

/** All text that a log would print of an error: message, code, causes, other members. */
export function printed(error: unknown): string {
  const { stack: _, ...members } = error as Error & Record<string, unknown>;
  const { message, cause } = error as Error;
  return `${message} ${inspect(members)} ${cause === undefined ? '' : printed(cause)}`;
}
