import { inspect } from 'node:util';
import { expect } from 'vitest';
import { LatchkeyError } from '../../src/errors.js';

/** What `run` throws; fails when it throws nothing, or something that is not ours. */
export async function errorOf(run: () => unknown): Promise<LatchkeyError> {
  try {
    await run();
  } catch (error) {
    expect(error).toBeInstanceOf(LatchkeyError);
    return error as LatchkeyError;
  }
  throw new Error('nothing was thrown');
}

/** The stable code of what `run` throws. */
export async function codeOf(run: () => unknown): Promise<string> {
  return (await errorOf(run)).code;
}

/** Everything that a log would print of an error: message, code, causes, further members. */
export function printed(error: unknown): string {
  const { stack: _, ...members } = error as Error & Record<string, unknown>;
  const { message, cause } = error as Error;
  return `${message} ${inspect(members)} ${cause === undefined ? '' : printed(cause)}`;
}
