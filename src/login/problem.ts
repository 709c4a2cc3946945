import type { RefusedError } from '../contract/refusals.js';
import type { LoginProblem } from './otpMachine.js';

/** An error as the screen's state: its stable code, never its message. */
export function problemOf(error: unknown, atMs: number): LoginProblem {
  const { code, retryAfterMs } = (error ?? {}) as Partial<RefusedError>;
  const isOffline = globalThis.navigator?.onLine === false; // Node 20 has no navigator
  return { code: typeof code === 'string' ? code : 'OTHER', atMs, retryAfterMs, isOffline };
}
