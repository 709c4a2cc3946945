'use client';
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { useKit, useLatchkey } from '../../hooks/context.js';
import { useTakenLink } from '../../hooks/useTakenLink.js';
import { lazyPart } from '../../login/lazyPart.js';
import type { LoginProblem } from '../../login/otpMachine.js';
import { problemOf } from '../../login/problem.js';
import { useWords } from '../loginWords.js';
import { MessageLine } from '../MessageLine.js';
import { sentenceFor } from '../messages.js';
import { ProblemNote } from '../ProblemNote.js';
import { ScreenContext } from '../screenContext.js';
import { themeOf } from '../theme.js';
import type { MailLinkForm, MailLinkFormProps } from './MailLinkForm.js';

let fetched: typeof MailLinkForm | undefined;
const listeners = new Set<() => void>();

const fetchForm = lazyPart(async () => {
  fetched = (await import('./MailLinkForm.js')).MailLinkForm;
  for (const listener of listeners) listener();
});

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A screen of e-mail links, which is loaded when it is shown. A placeholder keeps its space. */
export function LazyMailLink(props: MailLinkFormProps): ReactElement {
  const Form = useSyncExternalStore(
    listen,
    () => fetched,
    () => undefined,
  );
  const { client, tellOf } = useKit();
  useTakenLink(props.purpose);
  const [problem, setProblem] = useState<LoginProblem>();
  useEffect(() => {
    const fetchNow = () =>
      void fetchForm().then(
        () => setProblem(undefined),
        (error: LatchkeyError) => {
          setProblem(problemOf(error, client.clock.onDevice()));
          tellOf(error);
        },
      );
    fetchNow();
    addEventListener('online', fetchNow);
    return () => removeEventListener('online', fetchNow);
  }, [client, tellOf]);
  return Form ? <Form {...props} /> : <Placeholder {...props} problem={problem} />;
}

/** Of the size of the first step. */
function Placeholder({
  skin,
  classNames,
  elevation,
  problem,
}: MailLinkFormProps & { problem: LoginProblem | undefined }): ReactElement {
  const { words, dir } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey={skin}
        data-step="looking"
        data-error={problem?.code}
        data-elevation={elevation}
        data-words={problem ? undefined : 'to come'}
        lang={words.locale}
        dir={dir}
        className={classNames?.root}
        aria-busy={problem === undefined}
      >
        <div {...part('header')}>
          <div {...part('title')}>&nbsp;</div>
          <div {...part('lead')}>&nbsp;</div>
        </div>
        <div {...part('body')}>
          <div {...part('field')}>
            <div {...part('caption')}>&nbsp;</div>
            <div {...part('input')} hidden={problem !== undefined} />
            <MessageLine>
              {problem && (
                <ProblemNote sentence={sentenceFor(words, { ...problem, ...ofNothingTyped, wait: undefined })} />
              )}
            </MessageLine>
          </div>
          {problem ? (
            <button type="button" {...part('submit')} onClick={() => location.reload()}>
              {words.reload}
            </button>
          ) : (
            <div {...part('submit')}>&nbsp;</div>
          )}
        </div>
      </section>
    </ScreenContext.Provider>
  );
}

const ofNothingTyped = { method: 'email', by: undefined, form: { length: 6, alphanumeric: false } } as const;
