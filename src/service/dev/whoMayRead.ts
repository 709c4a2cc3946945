import { isLoopback } from '../loopback.js';

/**
 * Whether a request comes from this machine's own hand: a program, an address typed by a person, or a page of this very
 * origin. The development surface gives away codes, so pages of other origins may not read it, which a browser marks by
 * Sec-Fetch-Site, or, where it does not know that, by Origin; nor may a page whose foreign host name was made to point here
 * (DNS rebinding).
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

/** The host that was asked for, as the request's target and as its header name it; undefined where it cannot be read. */
function hostsOf(request: Request): (string | undefined)[] {
  const header = request.headers.get('Host');
  const { host } = new URL(request.url);
  return [host, ...(header === null ? [] : [header])].map((each) => /^(.*?)(?::\d{1,5})?$/.exec(each)?.[1]);
}
