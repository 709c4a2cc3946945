'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { useHideApproved, useSendApproved } from '../../hooks/approvedTransactions.js';
import { usePrepareTransaction, useSendReviewed } from '../../hooks/sending.js';
import { ActivityTitle } from '../approvals/ActivityTitle.js';
import { useReviewWords } from '../approvals/approvalWords.js';
import type { WalletMessages } from '../english/walletMessages.js';
import { failureIn } from '../review/failureIn.js';
import { feeIn } from '../review/feeIn.js';
import { useScreen } from '../screenContext.js';
import { shortAmountIn } from './amounts.js';
import type { PreparedEthereumTransaction } from './sendDraft.js';

type ApprovedItemProps = {
  approved: Parameters<ReturnType<typeof useHideApproved>>[0];
  /** What it does, in words. */
  title: string;
  words: WalletMessages;
  /** Called with what became of it. */
  onEnd: (text: string) => void;
  /** Reads the list again. */
  refresh: () => void;
};

type Step =
  | { readonly at: 'choice' | 'busy'; readonly error?: unknown }
  | { readonly at: 'discard'; readonly prepared: PreparedEthereumTransaction; readonly error?: unknown };

type Choice = {
  readonly label: string;
  readonly onPress: () => void;
};

/** One of them, with what can be done. */
export function ApprovedItem({ approved, title, words, onEnd, refresh }: ApprovedItemProps): ReactElement {
  const { part } = useScreen();
  const { words: sentences } = useReviewWords();
  const [step, setStep] = useState<Step>({ at: 'choice' });
  const send = useSendApproved();
  const prepare = usePrepareTransaction();
  const discard = useSendReviewed();
  const hide = useHideApproved();
  const actions = useRef<HTMLDivElement>(null);
  const was = useRef(step.at);
  const { chain, address, nonce } = approved;
  const { at, error } = step;
  const isBusy = at === 'busy';

  useEffect(() => {
    // What is asked stands where the button was; where one is gone that had the focus, the first has it.
    const isNext = was.current !== at;
    was.current = at;
    if (isNext && (at === 'discard' || document.activeElement === document.body))
      actions.current?.querySelector('button')?.focus();
  }, [at]);

  async function run(work: () => Promise<void>, back: Step = { at: 'choice' }) {
    setStep({ at: 'busy' });
    await work().then(
      () => setStep((now) => (now.at === 'busy' ? { at: 'choice' } : now)),
      (failed: unknown) => setStep({ ...back, error: failed }),
    );
  }

  /** Nothing, to itself, with the same nonce: the other one can no longer be sent. */
  const ask = () =>
    run(async () => {
      const wanted = { chainId: chain.id, from: address, to: address, value: 0n, nonce };
      setStep({ at: 'discard', prepared: await prepare.mutateAsync(wanted) });
    });
  const sendIt = () =>
    run(async () => {
      await send.mutateAsync(approved);
      onEnd(words.sent);
    });
  const discardIt = (prepared: PreparedEthereumTransaction) =>
    run(
      async () => {
        await discard.mutateAsync(prepared);
        onEnd(words.discarded);
        refresh();
      },
      { at: 'discard', prepared },
    );

  const feeOf = ({ fee }: PreparedEthereumTransaction) => {
    const { symbol, decimals } = chain.nativeCurrency;
    const amount = `${shortAmountIn(sentences.locale, fee.largest, { decimals })} ${symbol}`;
    return feeIn(sentences.review, amount, { isFeeAbout: fee.isAbout });
  };
  const choices: readonly Choice[] =
    step.at === 'discard'
      ? [
          { label: words.back, onPress: () => setStep({ at: 'choice' }) },
          { label: words.discard, onPress: () => void discardIt(step.prepared) },
        ]
      : [
          { label: words.send, onPress: () => void sendIt() },
          { label: words.discard, onPress: () => void ask() },
          {
            label: words.hide,
            onPress: () => {
              hide(approved);
              onEnd(words.hidden);
            },
          },
        ];
  return (
    <li {...part('item')} data-state={error === undefined ? 'waiting' : 'failed'} aria-busy={isBusy}>
      <div {...part('what')}>
        <ActivityTitle text={title} />
        <p {...part('lead')}>
          {chain.name}
          {step.at === 'discard' && ` · ${sentences.review.fee}: ${feeOf(step.prepared)}`}
        </p>
      </div>
      {step.at === 'discard' && <p {...part('hint')}>{words.discardLead}</p>}
      <div ref={actions} {...part('actions')}>
        {choices.map(({ label, onPress }) => (
          <button
            key={label}
            type="button"
            {...part('secondary')}
            aria-label={`${label}: ${title}`}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onPress()}
          >
            {label}
          </button>
        ))}
      </div>
      <p {...part(isBusy || error !== undefined ? 'lead' : 'unseen')} role="status">
        {isBusy
          ? discard.waitingFor
            ? words.statusWaiting
            : words.sending
          : error === undefined
            ? ''
            : failureIn(error, sentences)}
      </p>
    </li>
  );
}
