'use client';
import type { ReactElement, ReactNode } from 'react';
import type { SignatureFacts } from '../../reading/signatureFacts.js';
import type { SignatureRequest } from '../../reading/signatureRequest.js';
import type { ApprovalTexts } from '../approvals/approvalMessages.js';
import { coinsIn } from '../approvals/approvalSentences.js';
import { useScreen } from '../screenContext.js';

type ConfirmFactsProps = {
  readonly request: SignatureRequest;
  readonly facts: SignatureFacts;
  readonly words: ApprovalTexts;
  readonly isFirstTime: boolean;
};

/** Who gives, who receives, where, and what it costs. */
export function ConfirmFacts({ request, facts, words, isFirstTime }: ConfirmFactsProps): ReactElement {
  const { part } = useScreen();
  const { review, locale } = words;
  const row = (label: string, value: ReactNode) => (
    <div {...part('row')}>
      <dt {...part('label')}>{label}</dt>
      <dd {...part('fact')}>{value}</dd>
    </div>
  );
  const address = (text: string) => <bdi {...part('address')}>{text}</bdi>;
  const symbol = request.kind === 'transaction' ? request.chain.symbol : '';
  const coins = (amount: string) => <bdi>{coinsIn(locale, amount, symbol)}</bdi>;
  const call = facts.kind === 'transaction' ? facts.call : undefined;
  const to = facts.kind === 'transaction' ? (facts.effect?.to ?? facts.call.to) : undefined;
  return (
    <dl {...part('rows')}>
      {row(review.from, address(request.address))}
      {to !== undefined &&
        row(
          review.to,
          <>
            {address(to)} {isFirstTime && <span {...part('badge')}>{review.firstTime}</span>}
          </>,
        )}
      {call &&
        call.value !== '0' &&
        facts.kind === 'transaction' &&
        !facts.effect &&
        row(review.amount, coins(call.value))}
      {request.kind !== 'message' && row(review.network, <bdi>{request.chain.name}</bdi>)}
      {call && row(review.fee, review.atMost(coinsIn(locale, call.feeLimit, symbol)))}
    </dl>
  );
}
