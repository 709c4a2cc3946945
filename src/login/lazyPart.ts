import { LatchkeyError } from '../errors.js';

/**
 * A part of the kit that is loaded when first needed, once for all callers. Some browsers remember a failed load for the page's lifetime;
 * then only a reload helps.
 *
 * @returns a loader that throws {@link PartError} PART_NOT_FETCHED if it fails
 * @see HTML, 8.1.3.8: a module map keeps what was not fetched as null
 */
export function lazyPart<Part>(fetchPart: () => Promise<Part>): () => Promise<Part> {
  let fetched: Promise<Part> | undefined;
  return () => {
    fetched ??= fetchPart().catch((cause: unknown) => {
      fetched = undefined;
      throw partLost(cause);
    });
    return fetched;
  };
}

/** A script of the kit did not load: no connection, or a new version of the app was deployed meanwhile. */
class PartError extends LatchkeyError<'PART_NOT_FETCHED'> {}

export const partLost = (cause?: unknown): PartError =>
  new PartError('PART_NOT_FETCHED', 'A part of the login did not come. Load the page again.', { cause });
