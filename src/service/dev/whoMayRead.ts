import { isLoopback } from '../loopback.js';

/**
 * Whether a request comes from this machine: a program, a typed URL, or a page of this origin. The development pages show codes, so that
 * pages of other origins must not read them, which browsers mark by Sec-Fetch-Site, or, if that is missing, by Origin; nor pages whose host
 * name was made to resolve here (DNS rebinding).
 *
 * @see Fetch Metadata Request Headers, 2.3; the Fetch standard, "Origin" header
 */
export function mayRead(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none';
  const own = new URL(request.url).origin;
  return (
    ['none', 'same-origin'].includes(site) &&
    (request.headers.get('Origin') ?? own) === own &&
    hostsOf(request).every((host) => isLoopback(host ?? ''))
  );
}

/**
 * Whether what is no secret may be read: on this machine, and by pages of this machine, on any port.
 *
 * @returns the origin of the page, which is allowed to read; `undefined` of a program; `false` otherwise.
 */
export function originThatMayRead(request: Request): string | undefined | false {
  if (!hostsOf(request).every((host) => isLoopback(host ?? ''))) return false;
  const origin = request.headers.get('Origin');
  if (origin === null) return undefined;
  const host = /^https?:\/\/([^/:]+|\[[\da-f:]+\])(?::\d{1,5})?$/i.exec(origin)?.[1];
  return isLoopback(host ?? '') ? origin : false;
}

/** The requested host, in the request's target and in its header; undefined if malformed. */
function hostsOf(request: Request): (string | undefined)[] {
  const header = request.headers.get('Host');
  const { host } = new URL(request.url);
  return [host, ...(header === null ? [] : [header])].map((each) => /^(.*?)(?::\d{1,5})?$/.exec(each)?.[1]);
}
