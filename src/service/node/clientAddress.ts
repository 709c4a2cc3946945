import { type BlockList, isIP } from 'node:net';

/**
 * The address that limits count by: an IPv4 address, or the /64 network of an IPv6 one, since its owner has all of that.
 *
 * X-Forwarded-For is trusted from a trusted proxy only, and read from the right: each trusted address vouches for the one before it, and
 * the first untrusted one is the client. Anything further left may be forged.
 *
 * @param socketAddress - of the connection.
 * @param forwardedFor - the X-Forwarded-For header, several joined by commas.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): string {
  return clientOf(socketAddress, forwardedFor, trustedProxies).address;
}

/** The same, and whether it is a trusted proxy's own address, since that named nobody. */
export function clientOf(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: BlockList,
): { readonly address: string; readonly isOfProxies: boolean } {
  let address = unmapped(socketAddress);
  let chain: string[] | undefined; // not parsed before the connection's proxy is known to be trusted
  while (isTrustedAddress(address, trustedProxies)) {
    chain ??= (forwardedFor ?? '').split(',').map(withoutPort);
    const before = chain.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = unmapped(before);
  }
  return {
    address: isIP(address) === 6 ? networkOf(address) : address,
    isOfProxies: isTrustedAddress(address, trustedProxies),
  };
}

/** Whether an address is one of the trusted proxies'. */
export function isTrusted(socketAddress: string, trustedProxies: BlockList): boolean {
  return isTrustedAddress(unmapped(socketAddress), trustedProxies);
}

function isTrustedAddress(address: string, trustedProxies: BlockList): boolean {
  if (trustedProxies.rules.length === 0) return false; // spares each request the look at an empty list
  const family = isIP(address);
  return family !== 0 && trustedProxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Some proxies write the port too: `192.0.2.7:1234`, `[2001:db8::1]:1234`. */
function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([^:\s]+)(?::\d+)?)\s*$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry.trim();
}

/** `192.0.2.7` for `::ffff:192.0.2.7`, and no zone. @see RFC 4291, 2.5.5.2 */
function unmapped(address: string): string {
  const zoneless = address.replace(/%.*$/, '');
  if (isIP(zoneless) !== 6) return zoneless;
  const groups = groupsOf(zoneless);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : zoneless;
}

function networkOf(address: string): string {
  const groups = groupsOf(address).slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight groups of an IPv6 address; the URL parser writes every one of them in one way. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
