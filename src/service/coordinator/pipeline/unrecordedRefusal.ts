import { refused } from '../../../contract/refusals.js';
import { PoliciesNotCompiled } from '../policy/organizationPolicies.js';
import { NotRecorded, PreparedOtherwise } from './execution.js';

/** A thrown error, as the caller receives it. */
export function unrecordedRefusal(error: unknown): unknown {
  if (error instanceof NotRecorded) return error.refusal;
  const isUnprepared = error instanceof PreparedOtherwise || error instanceof PoliciesNotCompiled;
  return isUnprepared ? refused('UNAVAILABLE', { retryAfterMs: 1000, cause: error }) : error;
}
