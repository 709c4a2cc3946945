import { UnverifiedError } from './unverifiedError.js';

/** An incoming request: the web's `Request`, or Node's and Express's. */
export type IncomingRequest = {
  readonly method?: string | undefined;
  /** Absolute, or the path. */
  readonly url?: string | undefined;
  /** Express's: the URL before routers shortened it. */
  readonly originalUrl?: string | undefined;
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** The credentials of a request: text that anyone may have written. */
export type Credentials = {
  readonly method: string;
  /** Without query and fragment. */
  readonly path: string;
  readonly token: string;
  readonly proof: string;
};

/**
 * Reads the two headers, and the values that the proof must name.
 *
 * @throws {UnverifiedError} CREDENTIALS_MISSING, PROOF_INVALID
 * @see RFC 9449, 7.1; exactly one header of each kind: 4.3, point 1
 */
export function readCredentials(request: IncomingRequest): Credentials {
  const [, token] = /^DPoP +([\w.~+/-]+=*)$/i.exec(headerOf(request, 'authorization') ?? '') ?? [];
  const proof = headerOf(request, 'dpop');
  if (token === undefined || proof === undefined) throw new UnverifiedError('CREDENTIALS_MISSING');
  return { method: request.method ?? 'GET', path: pathOf(request), token, proof };
}

/** Repeated headers make no single value, and so none that parses. */
export function headerOf({ headers }: Pick<IncomingRequest, 'headers'>, name: string): string | undefined {
  const value = hasGet(headers) ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Not by class: a framework, or undici as a package, has a `Headers` of its own. */
const hasGet = (headers: IncomingRequest['headers']): headers is Headers => typeof headers.get === 'function';

/** The host is left out: the request's own claim of it is not trusted. */
function pathOf({ url = '', originalUrl = url }: IncomingRequest): string {
  try {
    return new URL(originalUrl.startsWith('/') ? `http://here${originalUrl}` : originalUrl).pathname;
  } catch (cause) {
    throw new UnverifiedError('PROOF_INVALID', { cause });
  }
}
