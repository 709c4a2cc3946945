import type { AddressNotes } from '../../hooks/signatureFacts.js';
import type { SignatureDanger, SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { hasFurtherFields } from './descriptionRows.js';
import { fieldsOf } from './fieldsOf.js';
import type { Review } from './review.js';
import { rowsOf } from './rowsOf.js';
import { titleOf } from './titleOf.js';

/** What is shown of a request to sign, from the facts of the very bytes. */
export function reviewOf(
  request: SignatureRequest,
  facts: SignatureFacts,
  words: ApprovalTexts,
  { app, ...notes }: AddressNotes & { readonly app: string },
): Review {
  const { dangers } = facts;
  const { description } = 'description' in facts ? facts : {};
  const isLong = description !== undefined && hasFurtherFields(description);
  return {
    title: titleOf(facts, words, app),
    texts: facts.kind === 'message' || facts.kind === 'login' ? [facts.text] : [],
    rows: rowsOf(request, facts, words, notes),
    dangers: dangers.map((danger) => `${numbersOf(facts, danger)}${words.review.dangers[danger]}`),
    details: {
      fields: fieldsOf(request, facts),
      isOpen: isLong || dangers.some((danger) => areAll.has(danger)),
      mustBeRead: isLong || (facts.kind === 'typed data' && dangers.some((danger) => areAll.has(danger))),
    },
  };
}

/** Of a batch: which of its transactions a danger is about. */
function numbersOf(facts: SignatureFacts, danger: SignatureDanger): string {
  if (facts.kind !== 'batch' || facts.calls.length === 1) return '';
  const numbers = facts.calls.flatMap(({ dangers }, at) => (dangers.includes(danger) ? [at + 1] : []));
  return numbers.length === 0 ? '' : `${numbers.join(', ')}. `;
}

/** Where the fields are all that tells what is signed, or more than the words say. */
const areAll: ReadonlySet<SignatureDanger> = new Set(['UNREADABLE', 'NOT_WHOLLY_READ', 'DELEGATION', 'DEPLOYMENT']);
