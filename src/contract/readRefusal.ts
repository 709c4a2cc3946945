import { readRefusalBody } from './refusalBody.js';
import { type RefusedError, refusals } from './refusals.js';

/**
 * Rebuilds a refusal from an answer. If the hosted service gives no reason of ours, its own code and the sentences that its public clients
 * look for are used. A code that this version does not know becomes UNKNOWN_REFUSAL, and stands in `rawCode`.
 *
 * @param retryAfter - the Retry-After header, in seconds, if there was one
 */
export const readRefusal = (status: number, body: unknown, retryAfter?: string | null): RefusedError =>
  readRefusalBody((code) => Object.hasOwn(refusals, code), status, body, retryAfter);
