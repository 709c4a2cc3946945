import { refused } from '../../../contract/refusals.js';
import type { Clock, TakeDerivations } from '../../tools.js';
import type { Caller, Organization } from '../callers/caller.js';

/** The default number of keys derived for one organization in a minute. */
export const defaultDerivationsPerMinute = 200;

/** Refuses what would be too many within a minute. Each process counts for itself. */
export function createDerivationLimit(clock: Clock, mostPerMinute: number): TakeDerivations {
  const taken = new Map<string, Taken[]>();
  return (whose, count) => {
    const nowMs = clock();
    const recent = (taken.get(whose) ?? []).filter(({ atMs }) => atMs > nowMs - minuteMs && atMs <= nowMs);
    taken.delete(whose);
    taken.set(whose, recent);
    const [oldest] = taken.keys();
    if (taken.size > mostRemembered && oldest !== undefined) taken.delete(oldest);
    const retryAfterMs = waitMs(recent, mostPerMinute - count, nowMs);
    if (retryAfterMs > 0) throw refused('TOO_MANY_DERIVATIONS', { retryAfterMs });
    recent.push({ atMs: nowMs, count });
  };
}

type Taken = { readonly atMs: number; readonly count: number };

const minuteMs = 60_000;
/** The maximum number of organizations and addresses kept in memory. The least recently used one is dropped. */
const mostRemembered = 10_000;

/** Until no more than so many are within the last minute. */
function waitMs(recent: readonly Taken[], most: number, nowMs: number): number {
  let sum = recent.reduce((total, { count }) => total + count, 0);
  let lastMs = nowMs - minuteMs;
  for (const { atMs, count } of recent) {
    if (sum <= most) break;
    sum -= count;
    lastMs = atMs;
  }
  return lastMs + minuteMs - nowMs;
}

/**
 * The counter of a derivation: the organization. Sign-ups through the proxy are counted by address: they share the parent, and none of them
 * may use up the others' limit.
 */
export const derivationCounter = (
  { organization_id }: Pick<Organization, 'organization_id'>,
  { user }: Pick<Caller, 'user'>,
  clientAddress: string,
): string => (user.is_proxy === 1 ? `${organization_id} ${clientAddress}` : organization_id);
