import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';

/** What would happen, in a sentence. */
export function titleOf(facts: SignatureFacts, { review, what }: ApprovalTexts, app: string): string {
  switch (facts.kind) {
    case 'login':
      return review.logIn(app);
    case 'message':
      return facts.dangers.length > 0 ? review.unreadable : review.signMessage;
    case 'typed data':
      return review.unreadable;
    default: {
      const { effect, dangers } = facts;
      if (effect)
        return what({
          ...{ kind: 'SIGN_TRANSACTION', action: 'sign transaction', effect },
          ...{ signed: undefined, name: undefined, signWith: undefined },
        });
      if (dangers.includes('DELEGATION')) return review.delegate;
      return dangers.includes('DEPLOYMENT') ? review.deploy : review.unreadable;
    }
  }
}
