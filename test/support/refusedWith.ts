import { expect } from 'vitest';
import { RefusedError } from '../../src/contract/refusals.js';

/** Expects a request to be refused with a code. @returns the refusal. */
export async function refusedWith(code: string, answer: Promise<unknown>): Promise<RefusedError> {
  const refusal = await answer.then(
    () => new Error(`It was answered, and not refused as ${code}.`),
    (error: unknown) => error,
  );
  if (!(refusal instanceof RefusedError)) throw refusal;
  expect(refusal.code).toBe(code);
  return refusal;
}
