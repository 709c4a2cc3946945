import { refused } from '../../contract/refusals.js';
import type { BodyBudget } from '../http/bodyBudget.js';
import type { Limits } from './limits.js';

export type BodyBudgets = {
  /** The budget of one request of a client. `onHeld`: called once when it holds memory, with the function that releases it. */
  readonly open: (clientAddress: string, onHeld: (release: () => void) => void) => BodyBudget;
  /** Bytes that are held now. */
  readonly held: () => number;
};

/**
 * Bounds what bodies under way hold: by client address, and in all. A small one is always taken and not counted, so that no
 * other's large bodies keep anyone from logging in; as many as there may be connections hold no more than the large ones do.
 */
export function createBodyBudgets({
  smallBodyBytes,
  bodyBytesPerAddress,
  bodyBytes,
}: Pick<Limits, 'smallBodyBytes' | 'bodyBytesPerAddress' | 'bodyBytes'>): BodyBudgets {
  const heldBy = new Map<string, number>();
  let heldInAll = 0;
  return {
    open(clientAddress, onHeld) {
      let come = 0;
      let counted = 0;
      const release = () => {
        const held = (heldBy.get(clientAddress) ?? 0) - counted;
        if (held > 0) heldBy.set(clientAddress, held);
        else heldBy.delete(clientAddress);
        heldInAll -= counted;
        counted = 0;
      };
      return {
        freeBytes: smallBodyBytes,
        take(bytes) {
          come += bytes;
          if (come <= smallBodyBytes) return;
          const more = come - counted;
          const held = heldBy.get(clientAddress) ?? 0;
          if (held + more > bodyBytesPerAddress || heldInAll + more > bodyBytes) {
            throw refused('TOO_MUCH_AT_ONCE', { retryAfterMs: 1000 });
          }
          heldBy.set(clientAddress, held + more);
          heldInAll += more;
          if (counted === 0) onHeld(release);
          counted = come;
        },
      };
    },
    held: () => heldInAll,
  };
}
