import type { ApprovalTexts } from '../english/approvalMessages.js';
import type { ReviewFailure } from '../english/reviewMessages.js';
import { sentenceFor } from '../messages.js';

/** Why what was confirmed was not done, in a sentence. */
export function failureIn(error: unknown, words: ApprovalTexts): string {
  const { failures } = words.review;
  const { code = 'OTHER' } = error as { readonly code?: string | number };
  // A number is what the chain's node refused with.
  const kind = typeof code === 'number' ? 'CHAIN_REFUSED' : (kinds[code] ?? code);
  const isOwn = (name: string): name is ReviewFailure => Object.hasOwn(failures, name);
  if (isOwn(kind)) return failures[kind];
  return sentenceFor(words, { code: kind, isOffline: navigator.onLine === false, wait: undefined });
}

/** What a person need not tell apart. */
const kinds: Readonly<Record<string, string>> = {
  TRANSACTION_WOULD_FAIL: 'CHAIN_REFUSED',
  NODE_REFUSED: 'CHAIN_REFUSED',
  TRANSACTION_FAILED: 'TRANSACTION_REVERTED',
  CHAIN_UNREACHABLE: 'NETWORK_FAILED',
  CHAIN_MISMATCH: 'NETWORK_FAILED',
};
