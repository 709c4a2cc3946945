import { refused } from '../../../contract/refusals.js';
import { NotRecorded, PreparedOtherwise } from './execution.js';

/** What was thrown, as the caller hears it. */
export function unrecordedRefusal(error: unknown): unknown {
  if (error instanceof NotRecorded) return error.refusal;
  return error instanceof PreparedOtherwise ? refused('UNAVAILABLE', { retryAfterMs: 1000, cause: error }) : error;
}
