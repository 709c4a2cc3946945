import { LatchkeyError } from '../errors.js';

/** What can go wrong with a session on this device. */
export type SessionErrorCode =
  /** The browser keeps nothing for this page: private mode, blocked site data, no space left. */
  | 'SESSION_STORAGE_BLOCKED'
  /** A session was closed or ran out meanwhile, or its key is not on this device. */
  | 'SESSION_GONE';

export class SessionError extends LatchkeyError<SessionErrorCode> {}

/** Whatever IndexedDB refused with, as ours; its own word stays readable in `cause`. */
export function storageBlocked(cause: unknown): SessionError {
  const message = 'This browser keeps no keys for this page. Allow site data, leave private mode, or free some space.';
  return new SessionError('SESSION_STORAGE_BLOCKED', message, { cause });
}
