import type { Execution } from '../pipeline/execution.js';

/**
 * The login that what a caller makes comes by: the one that the caller's own credential came by, so that it is known what a session
 * made. Of a credential that is gone by the time others agreed, nobody knows that it was no session's.
 */
export const loginOfMaker = ({ caller, activityId }: Pick<Execution, 'caller' | 'activityId'>): string | null =>
  caller.credential ? caller.credential.loginId : activityId;
