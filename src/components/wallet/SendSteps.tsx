'use client';
import { type ReactElement, useState } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { useKit } from '../../hooks/context.js';
import { useSendReviewed } from '../../hooks/sending.js';
import { useSolTransfers } from '../../hooks/solTransfers.js';
import { useTransactionStatus } from '../../hooks/transactionStatus.js';
import { SendForm } from './SendForm.js';
import { SendProgress } from './SendProgress.js';
import { SendReview } from './SendReview.js';
import { emptyDraft, type PreparedSend, type SendDraft } from './sendDraft.js';
import { WalletSection } from './WalletSection.js';
import type { SendScreenProps } from './walletProps.js';
import { useWalletWords } from './walletWords.js';

type Step =
  | { readonly at: 'form'; readonly code?: string }
  | { readonly at: 'review'; readonly prepared: PreparedSend }
  | { readonly at: 'sending' | 'uncertain'; readonly prepared: PreparedSend }
  | { readonly at: 'done'; readonly prepared: PreparedSend; readonly hash: string };

/** {@link SendScreen}, once loaded. */
export function SendSteps(props: SendScreenProps): ReactElement | null {
  const { from, chainId, messages, classNames, elevation, onBack, resolveName, explorerUrl } = props;
  const { words, areLoading } = useWalletWords(messages);
  const { client, tellOf } = useKit();
  const { chains = [] } = client.settings;
  const chain = chains.find(({ id }) => id === chainId);
  const [step, setStep] = useState<Step>({ at: 'form' });
  const [draft, setDraft] = useState<SendDraft>(emptyDraft);
  const { mutateAsync: sendReviewed, waitingFor, cancel } = useSendReviewed();
  const { send: sendSol } = useSolTransfers();
  const hash = step.at === 'done' ? step.hash : undefined;
  const { data: status } = useTransactionStatus(hash, { chainId });
  const result = status?.state === 'included' ? status.result : undefined;
  if (!chain) return null;

  async function send(prepared: PreparedSend) {
    setStep({ at: 'sending', prepared });
    try {
      const hash = 'lamports' in prepared ? await sendSol(prepared) : await sendReviewed(prepared);
      setStep({ at: 'done', prepared, hash });
    } catch (error) {
      const { code = 'OTHER' } = error as { code?: string };
      tellOf(error as LatchkeyError);
      // The same bytes may be on their way: only they are sent again.
      setStep(code === 'TRANSACTION_UNCERTAIN' ? { at: 'uncertain', prepared } : { at: 'form', code });
    }
  }

  if (step.at === 'review')
    return (
      <SendReview
        prepared={step.prepared}
        toName={draft.resolved === undefined ? undefined : draft.to.trim()}
        classNames={classNames}
        onReject={() => setStep({ at: 'form' })}
        onApprove={() => void send(step.prepared)}
      />
    );
  /** What may have been sent is not typed again. */
  function leave() {
    if (step.at === 'uncertain') setDraft(emptyDraft);
    onBack?.();
  }
  const state = step.at === 'sending' && waitingFor ? 'waiting' : step.at;
  const titles = {
    form: words.sendTitle,
    sending: words.sending,
    waiting: words.waitingTitle,
    uncertain: words.uncertain,
    done: result === 'reverted' ? words.failed : words.sent,
  };
  return (
    <WalletSection
      name="send"
      state={state}
      error={step.at === 'form' ? step.code : undefined}
      title={titles[state]}
      back={words.back}
      onBack={onBack && (step.at === 'form' || step.at === 'uncertain') ? leave : undefined}
      areWordsLoading={areLoading}
      {...{ elevation, classNames }}
    >
      {step.at === 'form' ? (
        <SendForm
          {...{ words, from, chain, draft, resolveName }}
          failedWith={step.code}
          onDraft={setDraft}
          onPrepared={(prepared) => setStep({ at: 'review', prepared })}
        />
      ) : (
        <SendProgress
          {...{ words, chain, explorerUrl, cancel }}
          facts={step.prepared.facts}
          state={state === 'form' ? 'sending' : state}
          {...{ hash, result }}
          onAgain={() => step.at === 'uncertain' && void send(step.prepared)}
          onDone={() => {
            setDraft(emptyDraft);
            setStep({ at: 'form' });
            onBack?.();
          }}
        />
      )}
    </WalletSection>
  );
}
