import { refused } from '../../contract/refusals.js';
import type { AnswerBudget, AnswerOwner } from '../http/answerBudget.js';

/** What answers under way may hold of the memory, in bytes. */
export type AnswerLimits = {
  readonly answerBytesPerAddress: number;
  readonly answerBytesPerOrganization: number;
  readonly answerBytes: number;
};

/** The budget of one answer. */
export type HeldAnswer = AnswerBudget & {
  /** Counts it until it has been taken. @returns the function that ends that; it may be called again */
  readonly hold: (bytes: number) => () => void;
};

export type AnswerBudgets = {
  /** @param address - `undefined` where it stands for many clients, or is not known. */
  readonly open: (address: string | undefined) => HeldAnswer;
  /** Bytes that are held now. */
  readonly held: () => number;
};

/**
 * Bounds what answers hold that their clients have not taken: by address, by sub-organization, and in all. Beyond a limit the next request
 * is refused before any work is done for it; an answer to work that was done is always sent. In all, the address with the most is refused.
 */
export function createAnswerBudgets(limits: AnswerLimits): AnswerBudgets {
  const addresses = new Map<string, number>();
  const organizations = new Map<string, number>();
  let heldInAll = 0;

  const isFull = (address: string | undefined, { organizationId, isParents, comesFirst }: AnswerOwner): boolean => {
    if (isParents) return false;
    const ofAddress = address === undefined ? 0 : (addresses.get(address) ?? 0);
    if (ofAddress >= limits.answerBytesPerAddress) return true;
    if (!comesFirst && (organizations.get(organizationId) ?? 0) >= limits.answerBytesPerOrganization) return true;
    return heldInAll >= limits.answerBytes && ofAddress > 0 && ofAddress >= Math.max(...addresses.values());
  };

  return {
    open(address) {
      let owner: AnswerOwner | undefined;
      return {
        check(whose) {
          owner = whose;
          if (isFull(address, whose)) throw refused('TOO_MUCH_WORK', { retryAfterMs: 1000 });
        },
        hold(bytes) {
          const counts: [Map<string, number>, string][] = [];
          if (address !== undefined && !owner?.isParents) counts.push([addresses, address]);
          if (owner && !owner.isParents) counts.push([organizations, owner.organizationId]);
          for (const [held, whose] of counts) add(held, whose, bytes);
          heldInAll += bytes;
          let isHeld = true;
          return () => {
            if (!isHeld) return;
            isHeld = false;
            for (const [held, whose] of counts) add(held, whose, -bytes);
            heldInAll -= bytes;
          };
        },
      };
    },
    held: () => heldInAll,
  };
}

function add(held: Map<string, number>, whose: string, bytes: number): void {
  const sum = (held.get(whose) ?? 0) + bytes;
  if (sum > 0) held.set(whose, sum);
  else held.delete(whose);
}
