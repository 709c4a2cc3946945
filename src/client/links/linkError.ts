import { LatchkeyError } from '../../errors.js';

/** Why a link that came by mail leads nowhere. */
export type LinkErrorCode =
  /** What was opened or pasted holds no bundle: a part of it is missing. */
  | 'LINK_MALFORMED'
  /** It was asked for in another browser, or more than an hour ago: only there it opens. */
  | 'LINK_FOR_ANOTHER_BROWSER'
  /** It was opened before, here. */
  | 'LINK_USED'
  /** Its time is over, or a newer one took its place. */
  | 'LINK_EXPIRED';

/** A link from a mail does not log in, and does not recover. The way on is a new one. */
export class LinkError extends LatchkeyError<LinkErrorCode> {}
