import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { RefusedError, refused } from '../../contract/refusals.js';
import { createWindow } from './window.js';

/** An address at a configuration, and the configuration's limit. */
export type LimitedAddress = {
  readonly configId: string;
  readonly clientAddress: string;
  readonly limit: AuthProxySettings['refusalsPerAddress'];
};

/** Reads a request and replies to it. */
export type WithinLimit = <Read, Answer>(
  read: () => Promise<Read>,
  reply: (request: Read) => Promise<Answer>,
) => Promise<Answer>;

/** Without a limit. */
export const withoutLimit: WithinLimit = async (read, reply) => reply(await read());

/**
 * Serves an address until too many of its requests were refused in a window, and then refuses all of them until the window ends: a refusal
 * in execution is recorded, so that anyone could fill the database. A request in execution counts as refused until it succeeds, so that
 * concurrent ones do not evade the limit; one whose body is still arriving does not count.
 *
 * @throws {RefusedError} TOO_MANY_REFUSALS
 */
export function createRefusalLimit(clock: () => number): (address: LimitedAddress) => WithinLimit {
  const refusals = createWindow(clock, { zero: { refused: 0 }, most: mostAddresses });
  /** Requests that are being replied to, in whatever window they came. */
  const underWay = new Map<string, number>();
  return ({ configId, clientAddress, limit }) => {
    const key = `${configId} ${clientAddress}`;
    const windowMs = limit.windowSeconds * 1000;
    const check = () => {
      const count = refusals.current(key, windowMs);
      const refusedBefore = count?.refused ?? 0;
      if (refusedBefore + (underWay.get(key) ?? 0) < limit.most) return;
      const isSpent = count && refusedBefore >= limit.most;
      const retryAfterMs = isSpent ? count.beganAtMs + windowMs - clock() : untilRepliedMs;
      throw refused('TOO_MANY_REFUSALS', { retryAfterMs });
    };
    const countIfRefused = (error: unknown): never => {
      // Of what others' work is in the way nothing is recorded, and it is nobody's fault.
      const isRefused = error instanceof RefusedError && error.status < 500 && error.code !== 'TOO_MUCH_WORK';
      if (isRefused) refusals.open(key, windowMs).refused += 1;
      throw error;
    };
    return async (read, reply) => {
      check();
      const request = await read().catch(countIfRefused);
      check();
      underWay.set(key, (underWay.get(key) ?? 0) + 1);
      try {
        return await reply(request).catch(countIfRefused);
      } finally {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left > 0) underWay.set(key, left);
        else underWay.delete(key);
      }
    };
  };
}

/** Addresses that are remembered, of all configurations together. The oldest goes. */
const mostAddresses = 10_000;
/** When to ask again where requests that are being replied to are in the way. */
const untilRepliedMs = 1000;
