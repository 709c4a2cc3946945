import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { RefusedError, refused } from '../../contract/refusals.js';
import type { Clock } from '../tools.js';

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
 * The counts are in the memory of this process: each process of a service counts for itself.
 *
 * @throws {RefusedError} TOO_MANY_REFUSALS
 */
export function createRefusalLimit(clock: Clock): (address: LimitedAddress) => WithinLimit {
  const tallies: Tallies = new Map();
  return ({ configId, clientAddress, limit }) => {
    const key = `${configId} ${clientAddress}`;
    const windowMs = limit.windowSeconds * 1000;
    const find = () => current(tallies, key, windowMs, clock());
    const open = () => find() ?? keep(tallies, key, { beganAtMs: clock(), refused: 0, underWay: 0 });
    const check = () => {
      const tally = find();
      if (!tally || tally.refused + tally.underWay < limit.most) return;
      const isSpent = tally.refused >= limit.most;
      const retryAfterMs = isSpent ? tally.beganAtMs + windowMs - clock() : untilRepliedMs;
      throw refused('TOO_MANY_REFUSALS', { retryAfterMs });
    };
    const countIfRefused = (error: unknown): never => {
      // Of what others' work is in the way nothing is recorded, and it is nobody's fault.
      const isRefused = error instanceof RefusedError && error.status < 500 && error.code !== 'TOO_MUCH_WORK';
      if (isRefused) open().refused += 1;
      throw error;
    };
    return async (read, reply) => {
      check();
      const request = await read().catch(countIfRefused);
      check();
      const tally = open();
      tally.underWay += 1;
      try {
        return await reply(request).catch(countIfRefused);
      } finally {
        tally.underWay -= 1;
        if (tally.underWay === 0 && tally.refused === 0 && tallies.get(key) === tally) tallies.delete(key);
      }
    };
  };
}

/** In the order in which their windows began. */
type Tallies = Map<string, Tally>;
type Tally = { beganAtMs: number; refused: number; underWay: number };

/** Addresses that are remembered, of all configurations together. The oldest goes. */
const mostAddresses = 10_000;
/** When to ask again where requests that are being replied to are in the way. */
const untilRepliedMs = 1000;

/** The tally of the window that is now; a new one where another has begun, or the clock was set back. */
function current(tallies: Tallies, key: string, windowMs: number, nowMs: number): Tally | undefined {
  const tally = tallies.get(key);
  if (!tally) return undefined;
  const passedMs = nowMs - tally.beganAtMs;
  if (passedMs >= 0 && passedMs < windowMs) return tally;
  tallies.delete(key);
  return keep(tallies, key, Object.assign(tally, { beganAtMs: nowMs, refused: 0 }));
}

function keep(tallies: Tallies, key: string, tally: Tally): Tally {
  const [oldest] = tallies.keys();
  if (tallies.size >= mostAddresses && oldest !== undefined) tallies.delete(oldest);
  tallies.set(key, tally);
  return tally;
}
