import { refused } from '../../contract/refusals.js';
import { createWindow } from './window.js';

/**
 * Counts keys that are to be derived, by who answers for them.
 *
 * @throws {RefusedError} TOO_MANY_DERIVATIONS; then they do not count
 */
export type TakeDerivations = (whose: string, count: number) => void;

/** Refuses what would be too many within a minute. */
export function createDerivationLimit(clock: () => number, mostPerMinute: number): TakeDerivations {
  const windows = createWindow(clock, { zero: { keys: 0 } });
  return (whose, keys) => {
    const count = windows.open(whose, minuteMs);
    if (count.keys + keys > mostPerMinute)
      throw refused('TOO_MANY_DERIVATIONS', { retryAfterMs: count.beganAtMs + minuteMs - clock() });
    count.keys += keys;
  };
}

const minuteMs = 60_000;

/**
 * The counter of a derivation: the organization. Sign-ups through the proxy are counted by address: they share the parent, and none of them
 * may use up the others' limit.
 */
export const derivationCounter = (
  { organization_id }: { readonly organization_id: string },
  { user }: { readonly user: { readonly is_proxy: 0 | 1 } },
  clientAddress: string,
): string => (user.is_proxy === 1 ? `${organization_id} ${clientAddress}` : organization_id);
