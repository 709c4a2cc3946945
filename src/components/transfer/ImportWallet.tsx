'use client';
import { type ReactElement, useState } from 'react';
import type { ActivityPendingError } from '../../client/activityPendingError.js';
import type { Activity } from '../../contract/activities.records.js';
import { useEndedImport } from '../../hooks/endedImport.js';
import { Address } from '../Address.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { useLoginScreen } from '../screenContext.js';
import { ImportForm, type ImportKind } from './ImportForm.js';
import { LazyWaiting } from './lazySteps.js';
import { TransferSection } from './TransferSection.js';
import type { ImportedSecret, ImportWalletScreenProps } from './transferProps.js';
import { useTransferWords } from './transferWords.js';

type Step =
  | { readonly at: 'typing'; readonly code?: string }
  | { readonly at: 'waiting'; readonly activityId: string }
  | { readonly at: 'done'; readonly imported: ImportedSecret };

/** {@link ImportWalletScreen}, once loaded. */
export function ImportWallet(props: ImportWalletScreenProps): ReactElement {
  const { onDone, onCancel, accounts, messages, classNames, elevation } = props;
  const { words, areLoading } = useTransferWords(messages);
  const [kind, setKind] = useState<ImportKind>('phrase');
  const [step, setStep] = useState<Step>({ at: 'typing' });
  const [error, setError] = useState<string>();
  const readImport = useEndedImport();

  /** If the beginning was approved the words can be sealed; if it was the import itself, it is over. */
  async function end(activity: Activity): Promise<void> {
    if (activity.type.startsWith('ACTIVITY_TYPE_INIT_')) return setStep({ at: 'typing' });
    try {
      setStep({ at: 'done', imported: await readImport(activity) });
    } catch (thrown) {
      const { code = 'OTHER' } = thrown as { code?: string };
      setStep({ at: 'typing', code });
    }
  }

  const titles = {
    typing: words.importTitle,
    waiting: words.waitingTitle,
    done: kind === 'phrase' ? words.walletImported : words.keyImported,
  };
  return (
    <TransferSection
      name="import"
      state={step.at}
      title={titles[step.at]}
      areWordsLoading={areLoading}
      {...{ error, elevation, classNames }}
    >
      {step.at === 'typing' && (
        <ImportForm
          key={kind}
          {...{ words, kind, accounts, onCancel }}
          code={step.code}
          onKind={(next) => {
            setKind(next);
            setStep({ at: 'typing' });
          }}
          onCode={setError}
          onImported={(imported) => setStep({ at: 'done', imported })}
          onPending={({ activity }: ActivityPendingError) => setStep({ at: 'waiting', activityId: activity.id })}
        />
      )}
      {step.at === 'waiting' && (
        <LazyWaiting
          words={words}
          activityId={step.activityId}
          onEnd={(activity) => void end(activity)}
          onCancel={() => setStep({ at: 'typing' })}
        />
      )}
      {step.at === 'done' && <Imported words={words} imported={step.imported} onDone={onDone} />}
    </TransferSection>
  );
}

type ImportedProps = {
  words: TransferMessages;
  imported: ImportedSecret;
  onDone: ((imported: ImportedSecret) => void) | undefined;
};

/** The imported wallet: its address, and a button to continue. */
function Imported({ words, imported, onDone }: ImportedProps): ReactElement {
  const { part, messages } = useLoginScreen();
  return (
    <div {...part('body')}>
      <p {...part('lead')} role="status">
        {words.importedLead}
      </p>
      {imported.address !== undefined && <Address address={imported.address} words={messages} />}
      {onDone && (
        <button type="button" {...part('submit')} onClick={() => onDone(imported)}>
          {words.done}
        </button>
      )}
    </div>
  );
}
