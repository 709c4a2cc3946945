import { networkFailed } from './unreachableError.js';

/**
 * A part of the kit that is loaded when first needed. Some browsers remember a failed load for the page's lifetime; then only a reload
 * helps.
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
