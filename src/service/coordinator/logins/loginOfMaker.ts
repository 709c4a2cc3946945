import type { Execution } from '../engine/handler.js';

/**
 * The login that a new credential belongs to: that of its creator's credential, so that credentials created by sessions are known. If that
 * credential is gone by the time others approved, it may have been a session's.
 */
export const loginOfMaker = ({ caller, activityId }: Pick<Execution, 'caller' | 'activityId'>): string | null =>
  caller.credential ? caller.credential.loginId : activityId;
