'use client';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { ActivityPendingError } from '../../client/activityPendingError.js';
import { useExportPrivateKey, useExportWallet, useExportWalletAccount } from '../../hooks/exportSecrets.js';
import { useWaitingExport } from '../../hooks/waitingExport.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { useScreen } from '../screenContext.js';
import { ExportWarning } from './ExportWarning.js';
import { LazyConfirmLogin, LazyWaiting } from './lazySteps.js';
import { PhraseCheck } from './PhraseCheck.js';
import { type HeldLines, SecretView } from './SecretView.js';
import { TransferSection } from './TransferSection.js';
import type { ExportWalletScreenProps } from './transferProps.js';
import { useTransferWords } from './transferWords.js';

type Step =
  | { readonly at: 'warning'; readonly code: string | undefined }
  | { readonly at: 'confirm' }
  | { readonly at: 'waiting'; readonly activityId: string }
  | { readonly at: 'shown' | 'checking'; readonly held: HeldLines }
  | { readonly at: 'done' };

/** {@link ExportWalletScreen}, once loaded. */
export function ExportWallet(props: ExportWalletScreenProps): ReactElement {
  const { onDone, messages, classNames, elevation } = props;
  const { words, areLoading } = useTransferWords(messages);
  const ask = useExport(props);
  const waiting = useWaitingExport(props);
  const [step, setStep] = useState<Step>({ at: 'warning', code: undefined });
  const held = useRef<HeldLines>(undefined);
  const isPhrase = props.walletId !== undefined;
  useEffect(() => () => held.current?.forget(), []);
  // Resumes a waiting export, also after a reload.
  useEffect(() => {
    if (waiting !== undefined) setStep({ at: 'waiting', activityId: waiting });
  }, [waiting]);

  /** Submits, and shows the step that follows. @param resumes - the activity that was waited for */
  async function go(resumes?: string): Promise<void> {
    try {
      held.current = await ask(resumes);
      setStep({ at: 'shown', held: held.current });
    } catch (error) {
      const { code = 'OTHER', activity } = error as Partial<ActivityPendingError>;
      if (activity) setStep({ at: 'waiting', activityId: activity.id });
      else if (String(code) === 'FRESH_LOGIN_REQUIRED') setStep({ at: 'confirm' });
      else throw error;
    }
  }

  /** An error after another step is shown where the export began; an export that another tab has collected is no error. */
  async function goOn(resumes?: string): Promise<void> {
    await go(resumes).catch(({ code = 'OTHER' }: { code?: string }) =>
      setStep({ at: 'warning', code: code === 'EXPORT_COLLECTED' ? undefined : code }),
    );
  }

  /** The words are written down: nothing holds them any longer. */
  function end(): void {
    held.current?.forget();
    setStep({ at: 'done' });
  }

  const title = isPhrase ? words.exportTitle : words.exportKeyTitle;
  const titles = {
    warning: title,
    confirm: title,
    waiting: words.waitingTitle,
    shown: isPhrase ? words.phraseTitle : words.keyTitle,
    checking: words.checkTitle,
    done: words.keptTitle,
  };
  return (
    <TransferSection
      name="export"
      state={step.at}
      error={step.at === 'warning' ? step.code : undefined}
      title={titles[step.at]}
      areWordsLoading={areLoading}
      {...{ elevation, classNames }}
    >
      {step.at === 'warning' && (
        <ExportWarning
          key={step.code}
          {...{ words, isPhrase }}
          code={step.code}
          onContinue={() => go()}
          onCancel={onDone}
        />
      )}
      {step.at === 'confirm' && (
        <LazyConfirmLogin
          onConfirmed={() => void goOn()}
          onCancel={() => setStep({ at: 'warning', code: undefined })}
        />
      )}
      {step.at === 'waiting' && (
        <LazyWaiting
          words={words}
          activityId={step.activityId}
          onEnd={() => void goOn(step.activityId)}
          onCancel={onDone}
        />
      )}
      {step.at === 'shown' && (
        <SecretView
          {...{ words, isPhrase, onDone }}
          held={step.held}
          onWritten={() => setStep({ at: 'checking', held: step.held })}
        />
      )}
      {step.at === 'checking' && (
        <PhraseCheck
          words={words}
          held={step.held}
          onRight={end}
          onBack={() => setStep({ at: 'shown', held: step.held })}
          onLater={onDone}
        />
      )}
      {step.at === 'done' && <Kept words={words} onDone={onDone} />}
    </TransferSection>
  );
}

/** The end of an export: the person has the words on paper. */
function Kept({ words, onDone }: { words: TransferMessages; onDone: (() => void) | undefined }): ReactElement {
  const { part } = useScreen();
  return (
    <div {...part('body')}>
      <p {...part('lead')} role="status">
        {words.keptLead}
      </p>
      {onDone && (
        <button type="button" {...part('submit')} onClick={onDone}>
          {words.done}
        </button>
      )}
    </div>
  );
}

/** The export of a screen; `resumes`: the activity that it waited for. */
function useExport({
  walletId,
  address,
  privateKeyId,
  form,
}: ExportWalletScreenProps): (resumes?: string) => Promise<HeldLines> {
  const { mutateAsync: askPhrase } = useExportWallet();
  const { mutateAsync: askAccount } = useExportWalletAccount();
  const { mutateAsync: askKey } = useExportPrivateKey();

  return async function ask(resumes) {
    if (walletId !== undefined) {
      const held = await askPhrase({ walletId, resumes });
      return {
        forget: held.forget,
        read: (use) => held.read(({ mnemonic, passphrase }) => use({ lines: mnemonic.split(' '), passphrase })),
      };
    }
    const held = await (address === undefined
      ? askKey({ privateKeyId, form, resumes })
      : askAccount({ address, form, resumes }));
    return { forget: held.forget, read: (use) => held.read((key) => use({ lines: [key], passphrase: '' })) };
  };
}
