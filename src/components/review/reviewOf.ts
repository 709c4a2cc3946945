import type { AddressNotes } from '../../hooks/signatureFacts.js';
import type { SignatureDanger, SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { ApprovalTexts } from '../english/approvalMessages.js';
import { furtherFields } from './descriptionRows.js';
import { fieldsOf } from './fieldsOf.js';
import { withLookalikeRows } from './lookalikeRows.js';
import type { Review } from './review.js';
import { type RowNotes, rowsOf } from './rowsOf.js';
import { titleOf } from './titleOf.js';

/** What is shown of a request to sign, from the facts of the very bytes. */
export function reviewOf(
  request: SignatureRequest,
  facts: SignatureFacts,
  words: ApprovalTexts,
  { app, ...notes }: RowNotes & Pick<AddressNotes, 'lookalikes'> & { readonly app: string },
): Review {
  const { dangers } = facts;
  const fields = fieldsOf(request, facts);
  const isLong = furtherFields(facts).length > 0;
  return {
    title: titleOf(facts, words, app),
    texts: facts.kind === 'message' || facts.kind === 'login' ? [facts.text] : [],
    rows: withLookalikeRows(rowsOf(request, facts, words, notes), fields, notes.lookalikes, words.review),
    dangers: dangers.map((danger) => numbered(danger, facts.kind === 'batch' ? facts.calls : [], words.review)),
    details: {
      fields,
      isOpen: isLong || dangers.some((danger) => areAll.has(danger) || danger === 'MAY_BE_HASH'),
      mustBeRead: isLong || (facts.kind === 'typed data' && dangers.some((danger) => areAll.has(danger))),
    },
  };
}

/** What a danger is, behind the numbers of those that it is about, where there are several. */
export function numbered(
  danger: SignatureDanger,
  several: readonly { readonly dangers: readonly SignatureDanger[] }[],
  { dangers }: ApprovalTexts['review'],
): string {
  const numbers = several.flatMap((each, at) => (each.dangers.includes(danger) ? [at + 1] : []));
  return several.length > 1 && numbers.length > 0 ? `${numbers.join(', ')}. ${dangers[danger]}` : dangers[danger];
}

/** Where the fields are all that tells what is signed, or more than the words say. */
const areAll: ReadonlySet<SignatureDanger> = new Set(['UNREADABLE', 'NOT_WHOLLY_READ', 'DELEGATION', 'DEPLOYMENT']);
