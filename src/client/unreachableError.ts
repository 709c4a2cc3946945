import { LatchkeyError } from '../errors.js';

/** Why no answer came. */
export type UnreachableErrorCode =
  /** The device is offline, or the service is down or cannot be found. */
  | 'NETWORK_FAILED'
  /** No answer within the call's timeout, its repetitions included. */
  | 'TIMED_OUT'
  /** One of these, or the page's origin is not on the configuration's list: a browser does not tell a page which. */
  | 'UNREACHABLE_OR_ORIGIN';

/** The service did not answer. It may have received the request; the same call may be made again. */
export class UnreachableError extends LatchkeyError<UnreachableErrorCode> {}

/** Converts any error of `fetch`. */
export function networkFailed(url: string, cause: unknown): UnreachableError {
  const { origin } = new URL(url);
  const message = `No answer from ${origin}. Check that this device is online and that the service runs there, then try again.`;
  return new UnreachableError('NETWORK_FAILED', message, { cause });
}

/** {@link networkFailed} for a page on another origin than the auth proxy, where a refused origin looks the same. */
export function unreachableOrOrigin(url: string, pageOrigin: string, cause: unknown): UnreachableError {
  const message =
    `No answer from the auth proxy at ${new URL(url).origin}. Either it cannot be reached, or this page's origin, ` +
    `${pageOrigin}, is not on the allowed origins of its configuration.`;
  return new UnreachableError('UNREACHABLE_OR_ORIGIN', message, { cause });
}

export function timedOut(url: string, timeoutMs: number): UnreachableError {
  const message = `No answer from ${new URL(url).origin} within ${timeoutMs} ms. The same call may be made again.`;
  return new UnreachableError('TIMED_OUT', message);
}
