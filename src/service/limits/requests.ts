import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { refused } from '../../contract/refusals.js';
import { createWindow } from './window.js';

/** An address at a configuration, and the configuration's limit. */
export type ProxyRequester = {
  readonly configId: string;
  readonly clientAddress: string;
  readonly limit: AuthProxySettings['requestsPerAddress'];
};

/**
 * Counts all requests of each address, since successful ones may be recorded, too. Refuses them beyond the limit of a window.
 *
 * @throws {RefusedError} TOO_MANY_REQUESTS
 */
export function createRequestLimit(clock: () => number): (requester: ProxyRequester) => void {
  const windows = createWindow(clock, { zero: { requests: 0 } });
  return ({ configId, clientAddress, limit }) => {
    const windowMs = limit.windowSeconds * 1000;
    const count = windows.open(`${configId} ${clientAddress}`, windowMs);
    if (count.requests >= limit.most)
      throw refused('TOO_MANY_REQUESTS', { retryAfterMs: count.beganAtMs + windowMs - clock() });
    count.requests += 1;
  };
}
