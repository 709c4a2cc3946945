import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { coinsIn } from '../approvals/approvalSentences.js';

/** A fact of the card: what it is called, and what it says. */
export type ReviewRow = {
  readonly label: string;
  readonly value: string;
  /** An address stands in letters of one width. */
  readonly isAddress?: boolean;
  /** What there is to know of the value, in a badge beside it. */
  readonly badge?: string | undefined;
};

/** Who gives, who receives, where, and what it costs. */
export function rowsOf(
  request: SignatureRequest,
  facts: SignatureFacts,
  { review, locale }: ApprovalTexts,
  isFirstTime: boolean,
): readonly ReviewRow[] {
  const rows: ReviewRow[] = [{ label: review.from, value: request.address, isAddress: true }];
  const network = request.kind === 'message' ? [] : [{ label: review.network, value: request.chain.name }];
  if (facts.kind !== 'transaction' || request.kind !== 'transaction') return [...rows, ...network];
  const { effect, call } = facts;
  const coins = (amount: string) => coinsIn(locale, amount, request.chain.symbol);
  const to = effect?.to ?? call.to;
  if (to !== undefined) {
    rows.push({ label: review.to, value: to, isAddress: true, badge: isFirstTime ? review.firstTime : undefined });
  }
  if (!effect && call.value !== '0') rows.push({ label: review.amount, value: coins(call.value) });
  return [...rows, ...network, { label: review.fee, value: review.atMost(coins(call.feeLimit)) }];
}
