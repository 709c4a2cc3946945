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

/** Why a request is refused, whatever the settings and the person say. */
export type RefusalReason =
  /** A login that is not written as such a message is. */
  | 'LOGIN_MALFORMED'
  /** A login to another page. */
  | 'LOGIN_TO_ANOTHER_PAGE'
  | 'LOGIN_OF_ANOTHER_ACCOUNT'
  /** It has expired, or is not to be used yet. */
  | 'LOGIN_AT_ANOTHER_TIME'
  /** A request to this service, written as a text. */
  | 'TEXT_IS_REQUEST'
  | 'TEXT_IS_TRANSACTION'
  | 'TOO_LONG'
  /** Something would be shown and not signed, or signed and not shown. */
  | 'TYPED_DATA_UNREADABLE';

/** Something that a page asked the wallet for was not confirmed. */
export class ConfirmationError extends LatchkeyError<ConfirmationErrorCode> {
  /** With REQUEST_REFUSED: why. */
  readonly reason: RefusalReason | undefined;

  constructor(code: ConfirmationErrorCode, message: string, reason?: RefusalReason) {
    super(code, message);
    this.reason = reason;
  }
}
