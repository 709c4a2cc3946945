import { LatchkeyError } from '../../errors.js';

/** Why something that a page asked for was not confirmed. Nothing was signed. */
export type ConfirmationErrorCode =
  /** The person, or `confirmSignatures` of the settings, said no. */
  | 'REQUEST_REJECTED'
  /** The person closed the login that a page asked for. */
  | 'LOGIN_CLOSED'
  /** Whoever asked is no longer logged in. */
  | 'SESSION_ENDED'
  /** Nothing is on the page that shows what is to be signed. */
  | 'CONFIRMATION_MISSING'
  /** Ten requests wait for an answer already. */
  | 'TOO_MANY_REQUESTS'
  /** A page of another origin has this one in a frame, and could lay itself over it. */
  | 'FRAMED_BY_ANOTHER_ORIGIN'
  /** A login for another page or account, a request to this service or a transaction that is called a text, data that would not be shown. */
  | 'REQUEST_REFUSED';

/** Something that a page asked the wallet for was not confirmed. */
export class ConfirmationError extends LatchkeyError<ConfirmationErrorCode> {}
