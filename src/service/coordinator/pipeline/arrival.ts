import type { Bytes } from '../../../crypto/bytes.js';
import type { Note } from '../../http/note.js';
import type { RequestWork } from '../../limits/requestWork.js';

/** A request as it arrived. */
export type Arrival = {
  readonly headers: Headers;
  readonly body: Bytes;
  /** The address it came from, as far as it is known. */
  readonly clientAddress: string;
  readonly note: Note;
  readonly work: RequestWork;
  /** {@link Forwarded.userTag} */
  readonly userTag: string | undefined;
};

/** What the auth proxy gives the coordinator beside a request, since the request has no members for it. Nobody else can give it. */
export type Forwarded = {
  /** Of the call that forwards the request. */
  readonly work: RequestWork;
  /** The tag that a sign-up gives its user: a member of the proxy's call, but of no intent. */
  readonly userTag?: string | undefined;
};
