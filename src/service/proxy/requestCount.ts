import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { refused } from '../../contract/refusals.js';
import type { Clock } from '../tools.js';

/** An address at a configuration, and the configuration's limit. */
export type Requester = {
  readonly configId: string;
  readonly clientAddress: string;
  readonly limit: AuthProxySettings['requestsPerAddress'];
};

/**
 * Counts all requests of each address, since successful ones may be recorded, too. Refuses them beyond the limit of a window. The counts
 * are in the memory of this process: each process of a service counts for itself.
 *
 * @throws {RefusedError} TOO_MANY_REQUESTS
 */
export function createRequestCount(clock: Clock): (requester: Requester) => void {
  const windows: Windows = new Map();
  return ({ configId, clientAddress, limit }) => {
    const key = `${configId} ${clientAddress}`;
    const windowMs = limit.windowSeconds * 1000;
    const nowMs = clock();
    const window = current(windows, key, windowMs, nowMs);
    if (window.requests >= limit.most) {
      throw refused('TOO_MANY_REQUESTS', { retryAfterMs: window.beganAtMs + windowMs - nowMs });
    }
    window.requests += 1;
  };
}

/** In the order in which they began. */
type Windows = Map<string, Window>;
type Window = { readonly beganAtMs: number; requests: number };

/** Addresses that are remembered, of all configurations together: some 15 MB. The oldest goes. */
const mostAddresses = 50_000;

/** The window that is now; a new one where the last is over, or the clock was set back. */
function current(windows: Windows, key: string, windowMs: number, nowMs: number): Window {
  const last = windows.get(key);
  const passedMs = last === undefined ? windowMs : nowMs - last.beganAtMs;
  if (last !== undefined && passedMs >= 0 && passedMs < windowMs) return last;
  windows.delete(key);
  const [oldest] = windows.keys();
  if (windows.size >= mostAddresses && oldest !== undefined) windows.delete(oldest);
  const window = { beganAtMs: nowMs, requests: 0 };
  windows.set(key, window);
  return window;
}
