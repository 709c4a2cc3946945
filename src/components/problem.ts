import type { RefusedError } from '../contract/refusals.js';
import type { Problem } from './otpMachine.js';

/** What went wrong, as the screen keeps it: the error's stable code, never its message. */
export function problemOf(error: unknown, atMs: number): Problem {
  const { code, retryAfterMs } = (error ?? {}) as Partial<RefusedError>;
  return { code: typeof code === 'string' ? code : 'OTHER', atMs, retryAfterMs };
}

/** Whether the service spoke of this one code: another that was sent before may still be the right one. */
export function isAboutTheCode(error: unknown): boolean {
  return aboutTheCode.includes(problemOf(error, 0).code);
}

/** Whether it is the content of the field that was refused, and not the moment, the page or the connection. */
export function isAboutWhatWasTyped({ code }: Problem): boolean {
  return [...aboutTheCode, 'CONTACT_INVALID', 'CODE_INCOMPLETE'].includes(code);
}

const aboutTheCode = ['OTP_WRONG', 'OTP_EXPIRED', 'OTP_SPENT', 'TOO_MANY_ATTEMPTS'];
