import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { fieldsOf } from './fieldsOf.js';
import type { Review } from './review.js';
import { rowsOf } from './rowsOf.js';
import { titleOf } from './titleOf.js';

/** What is shown of a request to sign, from the facts of the very bytes. */
export function reviewOf(
  request: SignatureRequest,
  facts: SignatureFacts,
  words: ApprovalTexts,
  { app, isFirstTime }: { readonly app: string; readonly isFirstTime: boolean },
): Review {
  const { dangers } = facts;
  return {
    title: titleOf(facts, words, app),
    texts: facts.kind === 'message' || facts.kind === 'login' ? [facts.text] : [],
    rows: rowsOf(request, facts, words, isFirstTime),
    dangers: dangers.map((danger) => words.review.dangers[danger]),
    details: {
      fields: fieldsOf(request, facts),
      isOpen: dangers.length > 0 && !('effect' in facts && facts.effect),
      mustBeRead: facts.kind === 'typed data',
    },
  };
}
