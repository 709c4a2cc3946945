import { isLoopback } from '../loopback.js';

/**
 * Whether a request comes from this machine's own hand: a program, an address typed by a person, or a page of this very
 * origin. The development surface gives away codes and a root key, so pages of other origins, which a browser marks by
 * Sec-Fetch-Site, may not read it; nor may a page whose foreign host name was made to point here (DNS rebinding).
 *
 * @see Fetch Metadata Request Headers, 2.3
 */
export function mayRead(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site') ?? 'none';
  return ['none', 'same-origin'].includes(site) && hostsOf(request).every((host) => isLoopback(host ?? ''));
}

/** The host that was asked for, as the request's target and as its header name it; undefined where it cannot be read. */
function hostsOf(request: Request): (string | undefined)[] {
  const header = request.headers.get('Host');
  const { host } = new URL(request.url);
  return [host, ...(header === null ? [] : [header])].map((each) => /^(.*?)(?::\d{1,5})?$/.exec(each)?.[1]);
}
