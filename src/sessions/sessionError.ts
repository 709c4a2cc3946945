import { LatchkeyError } from '../errors.js';

/** Errors of a session on this device. */
export type SessionErrorCode =
  /** Storage is unavailable: private mode, blocked site data, no space left. */
  | 'SESSION_STORAGE_BLOCKED'
  /** A session was closed or expired meanwhile, or its key is not on this device. */
  | 'SESSION_GONE';

export class SessionError extends LatchkeyError<SessionErrorCode> {}

/** Converts any error of IndexedDB; the original is in `cause`. */
export function storageBlocked(cause: unknown): SessionError {
  const message = 'This browser keeps no keys for this page. Allow site data, leave private mode, or free some space.';
  return new SessionError('SESSION_STORAGE_BLOCKED', message, { cause });
}
