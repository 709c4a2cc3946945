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
  if (body.length <= alwaysTakenBytes || body.length <= mostTimes * utf8(JSON.stringify(value)).length) return;
  throw refused('REQUEST_INVALID', { about: 'the body is mostly white space or escapes: send it more compactly' });
}
