import { LatchkeyError } from '../errors.js';

/**
 * A part of the kit that is fetched when it is first needed, once for whoever needs it. Some browsers remember a failure for as long as
 * the page is there: then only loading the page again helps.
 *
 * @returns fetches it, and throws {@link PartError} PART_NOT_FETCHED where it cannot be had
 * @see HTML, 8.1.3.8: a module map keeps what was not fetched as null
 */
export function fetchLater<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  let fetched: Promise<Part> | undefined;
  return () => {
    fetched ??= fetchPart().catch((cause: unknown) => {
      fetched = undefined;
      throw new PartError('PART_NOT_FETCHED', 'A part of the login did not come. Load the page again.', {
        cause,
      });
    });
    return fetched;
  };
}

/** A script that belongs to the kit did not come: no connection, or the app was published anew meanwhile. */
class PartError extends LatchkeyError<'PART_NOT_FETCHED'> {}
