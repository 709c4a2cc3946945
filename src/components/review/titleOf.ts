import type { TransactionEffect } from '../../reading/effect.js';
import type { CallFacts, SignatureFacts } from '../../reading/signatureFacts.js';
import type { ApprovalTexts } from '../english/approvalMessages.js';
import { shortened } from '../shortened.js';

/** What would happen, in a sentence. */
export function titleOf(
  facts: SignatureFacts,
  { review, what }: Pick<ApprovalTexts, 'review' | 'what'>,
  app: string,
): string {
  switch (facts.kind) {
    case 'login':
      return review.logIn(app);
    case 'message':
      return facts.dangers.includes('UNREADABLE') ? review.unreadable : review.signMessage;
    case 'typed data': {
      const { effects = [], cancels } = facts.reading ?? {};
      const [first] = effects;
      if (cancels) return review.cancelAuthorization;
      if (!first) return facts.description?.intent ?? review.unreadable;
      return effects.length > 1 ? review.several(shortened(first.to), effects.length) : effectIn(first, what);
    }
    case 'batch':
      return review.batch(facts.calls.length);
    default:
      return callTitle(facts, { review, what });
  }
}

/** What one transaction would do, in a sentence. */
export function callTitle(
  { effect, description, dangers }: Pick<CallFacts, 'effect' | 'description' | 'dangers'>,
  { review, what }: Pick<ApprovalTexts, 'review' | 'what'>,
): string {
  if (effect) return effectIn(effect, what);
  if (description) return description.intent;
  if (dangers.includes('DELEGATION')) return review.delegate;
  return dangers.includes('DEPLOYMENT') ? review.deploy : review.unreadable;
}

/** What one effect is, in a sentence. */
export const effectIn = (effect: Omit<TransactionEffect, 'feeLimit'>, what: ApprovalTexts['what']): string =>
  what({
    ...{ kind: 'SIGN_TRANSACTION', action: 'sign transaction', effect },
    ...{ signed: undefined, name: undefined, signWith: undefined },
  });
