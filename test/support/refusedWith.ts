import { expect } from 'vitest';
import { RefusedError } from '../../src/contract/refusals.js';

/** The refusal of what was asked, of that code; fails when it was answered. */
export async function refusedWith(code: string, asked: Promise<unknown>): Promise<RefusedError> {
  const refusal = await asked.then(
    () => new Error(`It was answered, and not refused as ${code}.`),
    (error: unknown) => error,
  );
  if (!(refusal instanceof RefusedError)) throw refusal;
  expect(refusal.code).toBe(code);
  return refusal;
}
