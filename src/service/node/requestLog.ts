import { createHmac } from 'node:crypto';
import type { Bytes } from '../../crypto/bytes.js';
import type { Log } from '../tools.js';
import type { Answered } from './answer.js';

/**
 * Writes a line about each answer: `{event: "request", requestId, method, path, status, ms, asker, organization, user, refusal}`, the last
 * four if known, and `sealError, sealed, activity` if a sealed value did not open. It identifies nobody: `asker` is a keyed hash of the
 * client address, the same in every process of a service, which shows that requests have one address, but not which.
 */
export function logRequests(log: Log, key: Bytes): (answered: Answered) => void {
  const askerOf = addressHasher(key);
  return ({ requestId, clientAddress, method, path, status, ms, notes }) => {
    const asker = clientAddress === '' ? undefined : askerOf(clientAddress);
    log('request', { requestId, method, path, status, ms, asker, ...notes });
  };
}

/** Hashes of so many addresses are remembered: one costs as much as ten lines. */
const mostRemembered = 10_000;

/** @param key - of the hashes, so that addresses cannot be found by trying all of them. */
function addressHasher(key: Bytes): (clientAddress: string) => string {
  const known = new Map<string, string>();
  return (clientAddress) => {
    const remembered = known.get(clientAddress);
    if (remembered !== undefined) return remembered;
    const hash = createHmac('sha256', key)
      .update(`client address in a log/${clientAddress}`)
      .digest('hex')
      .slice(0, 16);
    const [oldest] = known.keys();
    if (known.size >= mostRemembered && oldest !== undefined) known.delete(oldest);
    known.set(clientAddress, hash);
    return hash;
  };
}
