import { createHmac } from 'node:crypto';
import type { Bytes } from '../../crypto/bytes.js';
import type { Log } from '../tools.js';
import type { Answered } from './answer.js';

/**
 * Writes a line about each answer: `{event: "request", requestId, method, path, status, ms, asker, organization, user, refusal}`,
 * the last four where they are known, and `sealError, sealed, activity` where a sealed value did not open. It names nobody:
 * `asker` is a keyed hash of the client address, the same in every process of a service, by which one can tell that one address
 * is at work and not which.
 */
export function logRequests(log: Log, key: Bytes): (answered: Answered) => void {
  const askerOf = askers(key);
  return ({ requestId, clientAddress, method, path, status, ms, notes }) => {
    const asker = clientAddress === '' ? undefined : askerOf(clientAddress);
    log('request', { requestId, method, path, status, ms, asker, ...notes });
  };
}

/** Hashes of so many addresses are remembered: one costs as much as ten lines. */
const mostRemembered = 10_000;

/** @param key - keys the hashes, so that nobody finds an address by trying all of them. */
function askers(key: Bytes): (clientAddress: string) => string {
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
