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
};
