import { refused } from '../../../contract/refusals.js';
import { type Bytes, utf8 } from '../../../crypto/bytes.js';

/** Bodies up to this size are not checked: room for any indentation of an ordinary request. */
const alwaysTakenBytes = 8192;
/** The maximum ratio of a body to its content: white space, and characters written as escapes. */
const mostTimes = 4;

/**
 * A vote keeps the whole body that was stamped, so that the shapes of its members alone would not bound what is recorded: one with
 * a mebibyte of white space is of every shape.
 *
 * @throws {RefusedError} REQUEST_INVALID
 */
export function refuseSparseBody(body: Bytes, value: unknown): void {
  if (body.length <= alwaysTakenBytes) return;
  // A text has no fewer bytes than characters: most bodies need not be written again to be counted.
  const wanted = Math.ceil(body.length / mostTimes);
  if (charactersIn(value, wanted) >= wanted || utf8(JSON.stringify(value)).length >= wanted) return;
  throw refused('REQUEST_INVALID', { about: 'the body is mostly white space or escapes: send it more compactly' });
}

/** Characters of the texts in a value, as far as `enough`. */
function charactersIn(value: unknown, enough: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const member of Object.values(value)) {
    count += charactersIn(member, enough - count);
    if (count >= enough) break;
  }
  return count;
}
