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

/** The requested host, in the request's target and in its header; undefined if malformed. */
function hostsOf(request: Request): (string | undefined)[] {
  const header = request.headers.get('Host');
  const { host } = new URL(request.url);
  return [host, ...(header === null ? [] : [header])].map((each) => /^(.*?)(?::\d{1,5})?$/.exec(each)?.[1]);
}
