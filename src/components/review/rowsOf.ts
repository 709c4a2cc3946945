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
  const chain = request.kind === 'message' ? undefined : request.chain;
  const network = chain ? [{ label: review.network, value: chain.name }] : [];
  if (!('call' in facts)) return [...rows, ...network];
  const { effect, call } = facts;
  const symbol = chain && 'symbol' in chain ? chain.symbol : 'SOL';
  const coins = (amount: string) => coinsIn(locale, amount, symbol);
  const to = effect?.to ?? ('to' in call ? call.to : undefined);
  if (to !== undefined) {
    rows.push({ label: review.to, value: to, isAddress: true, badge: isFirstTime ? review.firstTime : undefined });
  }
  if (!effect && 'value' in call && call.value !== '0') rows.push({ label: review.amount, value: coins(call.value) });
  const fee = call.feeLimit === undefined ? [] : [{ label: review.fee, value: review.atMost(coins(call.feeLimit)) }];
  return [...rows, ...network, ...fee];
}
