import { commonRefusalCodes } from '../contract/commonRefusalCodes.js';
import { readRefusalBody } from '../contract/refusalBody.js';
import type { RefusedError } from '../contract/refusals.js';
import type { Operation } from '../contract/row.js';

/**
 * A refusal of an operation. A code that is neither common nor on its row becomes UNKNOWN_REFUSAL.
 *
 * @param retryAfter - the Retry-After header, in seconds, if there was one
 */
export function readRefusal(
  { refusals }: Pick<Operation, 'refusals'>,
  status: number,
  body: unknown,
  retryAfter?: string | null,
): RefusedError {
  const known: readonly string[] = [...refusals, ...commonRefusalCodes];
  return readRefusalBody((code) => known.includes(code), status, body, retryAfter);
}
