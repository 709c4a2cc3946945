import { LatchkeyError } from '../errors.js';

/** Why a request was not verified. */
export type UnverifiedErrorCode =
  /** No `Authorization: DPoP <token>`, or no `DPoP` header: nobody is logged in, or the request was not sent by `authorizedFetch`. */
  | 'CREDENTIALS_MISSING'
  /** It is no session token, or not one of the trusted service. */
  | 'TOKEN_INVALID'
  /** The session has expired. */
  | 'TOKEN_EXPIRED'
  /** The token is older than `maxTokenAgeSeconds`, or does not say how old it is. `authorizedFetch` renews the session and sends the request once more. */
  | 'TOKEN_TOO_OLD'
  /** The proof is malformed, by another key, or for another token, method or URL. */
  | 'PROOF_INVALID'
  /** The proof's time is more than a minute in the past or future: one of the two clocks is wrong. */
  | 'PROOF_NOT_LIVE'
  /** The proof was already used. */
  | 'PROOF_REPLAYED'
  /** The session was revoked, or its user was deleted. */
  | 'SESSION_REVOKED'
  /** The store of used proofs is full. */
  | 'REPLAY_STORE_FULL';

/** A request is not proved to come from a logged-in person. Answer it with `status` and `challenge`. */
export class UnverifiedError extends LatchkeyError<UnverifiedErrorCode> {
  /** 401, or 503 for REPLAY_STORE_FULL. */
  readonly status: 401 | 503;
  /** The value of `WWW-Authenticate`. @see RFC 9449, 7.1 */
  readonly challenge: string;

  constructor(code: UnverifiedErrorCode, options?: { cause?: unknown }) {
    super(code, messages[code], options);
    this.status = code === 'REPLAY_STORE_FULL' ? 503 : 401;
    const error = challengeErrors[code];
    const description = code === 'TOKEN_TOO_OLD' ? `, error_description="${code}"` : '';
    this.challenge = `DPoP algs="ES256"${error === undefined ? '' : `, error="${error}"`}${description}`;
  }
}

const messages: Record<UnverifiedErrorCode, string> = {
  CREDENTIALS_MISSING: 'The request has no session token and proof. Send it with authorizedFetch.',
  TOKEN_INVALID: 'The session token is not one of the trusted service.',
  TOKEN_EXPIRED: 'The session has ended. Log in again.',
  TOKEN_TOO_OLD:
    'The session token is older than this server takes. Renew the session, or send the request with authorizedFetch, which does.',
  PROOF_INVALID:
    'The proof is not for this request. Check the origin in the settings, and send each request with authorizedFetch.',
  PROOF_NOT_LIVE: 'The proof is not of this minute. Check the clocks of device and server.',
  PROOF_REPLAYED: 'The proof was used before. Each request needs its own.',
  SESSION_REVOKED: 'The session was ended. Log in again.',
  REPLAY_STORE_FULL: 'Too many requests in the last minutes to remember them all. Try again in a minute.',
};

/** @see RFC 6750, 3.1; RFC 9449, 7.1. A request without credentials gets no error code. */
const challengeErrors: Partial<Record<UnverifiedErrorCode, string>> = {
  TOKEN_INVALID: 'invalid_token',
  TOKEN_EXPIRED: 'invalid_token',
  TOKEN_TOO_OLD: 'invalid_token',
  SESSION_REVOKED: 'invalid_token',
  PROOF_INVALID: 'invalid_dpop_proof',
  PROOF_NOT_LIVE: 'invalid_dpop_proof',
  PROOF_REPLAYED: 'invalid_dpop_proof',
};
