import type { RefusedError } from '../contract/refusals.js';
import type { Problem } from './otpMachine.js';

/** What went wrong, as the screen keeps it: the error's stable code, never its message. */
export function problemOf(error: unknown, atMs: number): Problem {
  const { code, retryAfterMs } = (error ?? {}) as Partial<RefusedError>;
  return { code: typeof code === 'string' ? code : 'OTHER', atMs, retryAfterMs };
}

/** Whether it is the content of the field that was refused, and not the moment, the page or the connection. */
export function isAboutWhatWasTyped({ code }: Problem): boolean {
  return /^(CONTACT_INVALID|CODE_INCOMPLETE|OTP_WRONG|OTP_EXPIRED|OTP_SPENT|TOO_MANY_ATTEMPTS)$/.test(code);
}
