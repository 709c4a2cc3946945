/**
 * Whether a host name, as a URL's `hostname` gives it, can only mean this machine: `localhost`, a name under `.localhost`,
 * `127.0.0.1`, `[::1]`.
 *
 * @see RFC 6761, 6.3 (localhost never leaves the machine)
 */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*localhost|127\.0\.0\.1|\[::1\])$/i.test(hostname);
}
