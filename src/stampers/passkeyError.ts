import { LatchkeyError } from '../errors.js';

/** Why a passkey was not created, or did not answer. */
export type PasskeyErrorCode =
  /** The person closed the browser's dialog, or was not verified: a browser does not tell a page which. */
  | 'PASSKEY_CANCELLED'
  /** The person did not answer in time, or the browser never did. */
  | 'PASSKEY_TIMED_OUT'
  /** This browser, this device or this page (no HTTPS) has no passkeys, or none of the requested kind. */
  | 'PASSKEY_NOT_SUPPORTED'
  /** This device already has a passkey of the account. */
  | 'PASSKEY_ALREADY_REGISTERED'
  /** The page's host does not belong to `passkeyRpId`. */
  | 'PASSKEY_ORIGIN_NOT_ALLOWED'
  /** Another passkey dialog replaced it, or is still open. */
  | 'PASSKEY_BUSY'
  /** The account has no passkey that could be used. */
  | 'PASSKEY_NOT_FOUND'
  /** The authenticator failed, without a reason. */
  | 'PASSKEY_FAILED';

export class PasskeyError extends LatchkeyError<PasskeyErrorCode> {}

/** What the browser was called for, and how long ago. */
export type BrowserRequest = {
  readonly ceremony: 'create' | 'get';
  readonly elapsedMs: number;
  readonly timeoutMs: number;
};

/**
 * Converts any error of the browser; the original is in `cause`. A closed dialog and a timeout fail alike, for the person's privacy: the
 * elapsed time distinguishes them.
 *
 * @see WebAuthn Level 3, 5.1.3 (create) and 5.1.4.2 (get), as each line says
 */
export function passkeyErrorOf(cause: unknown, { ceremony, elapsedMs, timeoutMs }: BrowserRequest): PasskeyError {
  const name = cause instanceof Error ? cause.name : '';
  const failed = (code: PasskeyErrorCode): PasskeyError => new PasskeyError(code, sentences[code], { cause });
  switch (name) {
    // The lifetime timer of step 22 (create) or 20 (get) expired, the person cancelled, or user verification failed.
    case 'NotAllowedError':
      return failed(elapsedMs >= timeoutMs ? 'PASSKEY_TIMED_OUT' : 'PASSKEY_CANCELLED');
    // 5.1.3: an authenticator has a credential of excludeCredentials, and its user consented to reveal that (6.3.2, step 3).
    case 'InvalidStateError':
      return failed(ceremony === 'create' ? 'PASSKEY_ALREADY_REGISTERED' : 'PASSKEY_FAILED');
    // 5.1.3, steps 7 and 8; 5.1.4.2, steps 6 and 7: no valid domain, or an rpId that is no suffix of it.
    case 'SecurityError':
      return failed('PASSKEY_ORIGIN_NOT_ALLOWED');
    // 5.1.3, step 10: none of the algorithms. 6.3.2, steps 4 and 5: no discoverable passkeys, or no user verification.
    case 'NotSupportedError':
    case 'ConstraintError':
      return failed('PASSKEY_NOT_SUPPORTED');
    // The signal of 5.1.3, step 16, or 5.1.4.2, step 15, by a later ceremony of the same page; or two at once.
    case 'AbortError':
    case 'OperationError':
      return failed('PASSKEY_BUSY');
    // 6.3.2, step 8; 6.3.3, step 12: the authenticator itself; and errors outside the specification.
    default:
      return failed('PASSKEY_FAILED');
  }
}

/** An error that no browser threw. */
export const passkeyError = (code: PasskeyErrorCode): PasskeyError => new PasskeyError(code, sentences[code]);

const sentences: Record<PasskeyErrorCode, string> = {
  PASSKEY_CANCELLED: 'The passkey dialog was closed, or the person was not recognized. Ask again when they want to.',
  PASSKEY_TIMED_OUT: 'Nobody answered the passkey dialog in time. Ask again, or offer another way.',
  PASSKEY_NOT_SUPPORTED:
    'This browser, device or page has no such passkeys: offer another way. Passkeys need HTTPS, or localhost.',
  PASSKEY_ALREADY_REGISTERED: 'This device holds a passkey of this account already: log in with that.',
  PASSKEY_ORIGIN_NOT_ALLOWED:
    "This page may not use these passkeys: passkeyRpId has to be the page's host or a parent domain of it, and no IP address.",
  PASSKEY_BUSY: 'Another passkey dialog of this page took its place.',
  PASSKEY_NOT_FOUND: 'This account has no passkey that could answer.',
  PASSKEY_FAILED: 'The passkey could not be used. Ask again, or offer another way.',
};
