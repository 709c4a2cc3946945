import { networkFailed } from './unreachableError.js';

/**
 * A part of the kit that comes when it is first needed. Some browsers remember for as long as the page is there that it did not come:
 * then only loading the page again helps.
 *
 * @throws {UnreachableError} NETWORK_FAILED: no connection, or the app was published anew meanwhile
 */
export async function loadPart<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (cause) {
    throw networkFailed(globalThis.location?.href ?? 'about:blank', cause);
  }
}
