'use client';
import type { ReactElement } from 'react';
import type { LatchkeyError } from '../../errors.js';
import { useLatchkey } from '../../hooks/context.js';
import { useTakenLink } from '../../hooks/useTakenLink.js';
import { problemOf } from '../../login/problem.js';
import { lazyScreen } from '../lazyScreen.js';
import { useWords } from '../loginWords.js';
import { MessageLine } from '../MessageLine.js';
import { sentenceFor } from '../messages.js';
import { ProblemNote } from '../ProblemNote.js';
import { ScreenContext } from '../screenContext.js';
import { themeOf } from '../theme.js';
import { useTelling } from '../useTelling.js';
import type { MailLinkFormProps } from './MailLinkForm.js';

const useForm = lazyScreen(async () => (await import('./MailLinkForm.js')).MailLinkForm);

/** A screen of e-mail links, which is loaded when it is shown. A placeholder keeps its space. */
export function LazyMailLink(props: MailLinkFormProps): ReactElement {
  const { Screen: Form, lost } = useForm();
  useTelling(lost);
  useTakenLink(props.purpose);
  return Form ? <Form {...props} /> : <Placeholder {...props} lost={lost} />;
}

/** Of the size of the first step. */
function Placeholder({
  skin,
  classNames,
  elevation,
  lost,
}: MailLinkFormProps & { lost: LatchkeyError | undefined }): ReactElement {
  const { words, dir } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const problem = lost && problemOf(lost, clock());
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
