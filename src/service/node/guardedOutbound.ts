import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as plainly } from 'node:http';
import { request as overTls } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { readUrl } from '../../contract/readUrl.js';
import { isLoopback } from '../loopback.js';
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundRequest } from '../outbound.js';

type Resolve = (
  host: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** What a guarded service may reach beside public https addresses. */
export type Reach = 'public' | 'public and loopback';

/**
 * Calls third-party servers, by https and at public addresses only. A host is resolved once: the connection uses the checked addresses, and
 * a name with any internal address is refused. Redirects are not followed, connections not kept; limits are 5 seconds, and for an answer
 * 256 KiB, 1,000 parts and ten announcements before it.
 *
 * @param reach - `public addresses and this machine`, for development: http and https to loopback, too.
 * @param resolve - looks names up.
 */
export function guardedOutbound(reach: Reach, resolve: Resolve = lookup): Outbound {
  const isPublic = publicAddresses();
  const reachesHere = (host: string) => reach === 'public and loopback' && isLoopback(host);

  function mayReach(url: string): boolean {
    const { protocol, hostname } = readUrl(url) ?? { protocol: '', hostname: '' };
    const host = withoutBrackets(hostname);
    if (reachesHere(hostname)) return protocol === 'http:' || protocol === 'https:';
    return protocol === 'https:' && host !== '' && !isLoopback(hostname) && (isIP(host) === 0 || isPublic(host));
  }

  const checkedLookup: LookupFunction = (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      const fault =
        error ?? (found.every(({ address }) => isPublic(address) || reachesHere(host)) ? null : refusedHost());
      const [first] = found ?? [];
      if (fault || !first) callback(fault ?? refusedHost(), [], 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

  return {
    mayReach,
    async request(request) {
      if (!mayReach(request.url)) throw refusedHost();
      const send = new URL(request.url).protocol === 'https:' ? overTls : plainly;
      return exchanged(request, (options, onAnswer) =>
        send(request.url, { ...options, lookup: checkedLookup, agent: false }, onAnswer),
      );
    },
  };
}

/** Distinguishes addresses of the public internet from all others. */
function publicAddresses(): (address: string) => boolean {
  const inner = new BlockList();
  for (const [network, prefix] of innerV4) inner.addSubnet(network, prefix, 'ipv4');
  for (const [network, prefix] of innerV6) inner.addSubnet(network, prefix, 'ipv6');
  const global = new BlockList();
  global.addSubnet('2000::', 3, 'ipv6');
  return (address) =>
    isIP(address) === 4
      ? !inner.check(address, 'ipv4')
      : isIP(address) === 6 && global.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}

const longestMs = 5000;
const mostBytes = 256 * 1024;
/** Chunks may have one byte each, which take a hundred times as long as their bytes. */
const mostParts = 1000;
/** Answers of 1xx, of which a server may send any number before its own. */
const mostAnnouncements = 10;

type Sending = (
  options: { method: string; headers: Record<string, string>; signal: AbortSignal },
  onAnswer: (answer: IncomingMessage) => void,
) => ClientRequest;

/** Sends a request and reads what comes back. @throws {OutboundError} */
function exchanged({ method, headers, body = '' }: OutboundRequest, send: Sending): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(error instanceof OutboundError ? error : unreachable(error));
    const read = (answer: IncomingMessage) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      answer.on('error', fail);
      answer.on('data', (chunk: Uint8Array) => {
        length += chunk.length;
        if (length > mostBytes || chunks.length >= mostParts) answer.destroy(unreachable());
        else chunks.push(chunk);
      });
      answer.on('end', () => {
        const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
        resolve({ status: answer.statusCode ?? 0, headers: new Headers(pairs), body: joined(chunks, length) });
      });
    };
    let announcements = 0;
    const request = send({ method, headers: { ...headers }, signal: AbortSignal.timeout(longestMs) }, read);
    request.on('error', fail);
    request.on('information', () => {
      announcements += 1;
      if (announcements > mostAnnouncements) request.destroy(unreachable());
    });
    // An answer that changes the protocol ends a request without an error, and nothing times it out any more.
    request.on('upgrade', (_answer, socket) => socket.destroy());
    request.on('close', () => setImmediate(fail));
    request.end(body);
  });
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** `::1` for `[::1]`, as addresses are written outside of URLs. */
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

const refusedHost = (): OutboundError =>
  new OutboundError('OUTBOUND_REFUSED', 'The address is none that the service may reach: public https addresses only.');

const unreachable = (cause?: unknown): OutboundError =>
  new OutboundError('OUTBOUND_UNREACHABLE', 'The other server did not answer in time, or not readably.', { cause });

/** Every network of IPv4 that is not the public internet's. @see IANA IPv4 Special-Purpose Address Registry; RFC 5771 for 224.0.0.0/4 */
const innerV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/** Networks within 2000::/3, the global unicast of IPv6, that are not public, or that hold an address of IPv4. @see IANA IPv6 Special-Purpose Address Registry */
const innerV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];
