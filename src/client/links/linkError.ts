import { LatchkeyError } from '../../errors.js';

/** Why a link from an e-mail does not work. */
export type LinkErrorCode =
  /** The opened or pasted text has no complete bundle. */
  | 'LINK_MALFORMED'
  /** It was requested in another browser, or more than an hour ago; it works only in the browser that requested it. */
  | 'LINK_FOR_ANOTHER_BROWSER'
  /** It was already used in this browser. */
  | 'LINK_USED'
  /** It has expired, or a newer one replaced it. */
  | 'LINK_EXPIRED';

/** A link from an e-mail does not log in or recover. Request a new one. */
export class LinkError extends LatchkeyError<LinkErrorCode> {}
