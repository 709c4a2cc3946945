import { refused } from '../../contract/refusals.js';
import { roomInTurn } from '../slices.js';
import { limits } from './limits.js';
import { createPresence, type Entry } from './presence.js';
import { createPrice, loopBusyMs } from './price.js';
import type { ShareHolders } from './shares.js';
import { createTurns, type TurnPlace } from './turns.js';

/** A request's work, from its arrival to its answer. */
export type Work = {
  /** Runs what holds the event loop, and charges the time that it takes. */
  readonly charge: <Result>(run: () => Result) => Result;
  /**
   * The same for what waits only for what this process computes: never for a database, another server or a client. What others are charged
   * meanwhile is not charged.
   */
  readonly chargeAll: <Result>(run: () => Promise<Result>) => Promise<Result>;
  /**
   * Goes on in the shares of others, once it is known whose the request is: it waits for its turn there. What was charged before stays
   * where it was.
   *
   * @throws {RefusedError} TOO_MUCH_WORK
   */
  readonly goOnFor: (holders: ShareHolders) => Promise<void>;
  /** Call it when the answer is made. */
  readonly end: () => void;
};

export type FairShares = {
  /**
   * Begins a request once it is its turn.
   *
   * @throws {RefusedError} TOO_MUCH_WORK
   */
  readonly begin: (holders: ShareHolders) => Promise<Work>;
  readonly state: () => { readonly running: number; readonly waiting: number };
};

/**
 * Shares the event loop of this process. A request runs if each of its holders is within its share, or has its group for itself; and it
 * runs where nothing else does. Else it waits, up to `waitMs`. Tenants are served in turn.
 *
 * @param now - milliseconds that never go back.
 * @param busyMs - how many of them the event loop was busy.
 */
export function createFairShares(
  { waitMs }: { readonly waitMs: number },
  now: () => number = () => performance.now(),
  busyMs: () => number | undefined = loopBusyMs,
): FairShares {
  const presence = createPresence(now);
  const price = createPrice(busyMs);
  const turns = createTurns<Waiting>();
  let running = 0;
  let waiting = 0;
  /** Of all requests together. */
  let allChargedMs = 0;
  let isToLook = false;

  const mayRun = (entries: readonly Entry[]) => running === 0 || presence.mayRun(entries);
  const run = (entries: readonly Entry[]) => {
    running += 1;
    presence.run(entries);
  };
  const stop = (entries: readonly Entry[], costMs: number) => {
    running -= 1;
    presence.stop(entries, costMs);
    presence.leave(entries);
  };

  const serve = () => {
    while (waiting > 0) {
      const next = turns.take(({ entries }) => mayRun(entries));
      if (!next) break;
      waiting -= 1;
      clearTimeout(next.deadline);
      run(next.entries);
      next.begin();
    }
    if (waiting > 0) lookAgain();
  };
  /** A share becomes free by time, too. */
  const lookAgain = () => {
    if (isToLook) return;
    isToLook = true;
    setTimeout(() => {
      isToLook = false;
      serve();
    }, betweenLooksMs);
  };

  const refuse = (entries: readonly Entry[]) => {
    const retryAfterMs = Math.max(1000, presence.untilFreeMs(entries));
    presence.leave(entries);
    return refused('TOO_MUCH_WORK', { retryAfterMs });
  };

  const wait = (entries: readonly Entry[]): Promise<void> => {
    const place = placeOf(entries);
    if (turns.waiting(place.tenant) >= limits.requestsWaiting.most) return Promise.reject(refuse(entries));
    return new Promise((resolve, reject) => {
      const late = () => {
        turns.remove(place, one);
        waiting -= 1;
        reject(refuse(entries));
        serve();
      };
      const one: Waiting = { entries, begin: resolve, deadline: setTimeout(late, waitMs) };
      turns.add(place, one);
      waiting += 1;
      lookAgain();
    });
  };

  const enter = async (holders: ShareHolders): Promise<readonly Entry[]> => {
    const entries = presence.enter(holders);
    serve(); // who came before goes first
    if (mayRun(entries)) run(entries);
    else await wait(entries);
    await roomInTurn(presence.usedShare(entries));
    presence.charge(entries, price.ofRequest() / 2);
    return entries;
  };

  return {
    async begin(holders) {
      let entries: readonly Entry[] | undefined = await enter(holders);
      let costMs = price.ofRequest() / 2;
      let chargedMs = 0;
      const charge = (ms: number) => {
        costMs += ms;
        chargedMs += ms;
        allChargedMs += ms;
        if (entries) presence.charge(entries, ms);
      };
      const leave = () => {
        if (entries) stop(entries, costMs);
        entries = undefined;
        serve();
      };
      return {
        charge(work) {
          const beganMs = now();
          try {
            return work();
          } finally {
            charge(now() - beganMs);
          }
        },
        async chargeAll(work) {
          const [beganMs, chargedBeforeMs] = [now(), allChargedMs];
          try {
            return await work();
          } finally {
            // The turns of others that it waited for are theirs.
            charge(Math.max(0, now() - beganMs - (allChargedMs - chargedBeforeMs)));
          }
        },
        async goOnFor(next) {
          leave();
          costMs = price.ofRequest() / 2;
          entries = await enter(next);
        },
        end() {
          if (entries) price.ended(chargedMs);
          leave();
        },
      };
    },
    state: () => ({ running, waiting }),
  };
}

/** For services without shares. */
export const unshared: Work = {
  charge: (work) => work(),
  chargeAll: (work) => work(),
  goOnFor: async () => {},
  end: () => {},
};

type Waiting = {
  readonly entries: readonly Entry[];
  readonly begin: () => void;
  readonly deadline: ReturnType<typeof setTimeout>;
};

const placeOf = (entries: readonly Entry[]): TurnPlace => ({
  tenant: entries[0]?.key ?? '',
  user: entries.at(-1)?.key ?? '',
});

const betweenLooksMs = 20;
