'use client';
import type { ReactElement } from 'react';
import type { LatchkeyError } from '../errors.js';
import { useLatchkey } from '../hooks/context.js';
import { LostNote } from './LostNote.js';
import { useWords } from './loginWords.js';
import { ScreenContext } from './screenContext.js';
import { type Part, type Theme, themeOf } from './theme.js';

type ScreenPlaceholderProps = {
  /** The name of the screen in the style sheet. */
  name: string;
  /** Why it did not load. */
  lost: LatchkeyError | undefined;
  /** What it begins with. A form that can be cancelled has two buttons. */
  first: 'form' | 'cancellableForm' | 'header' | 'headerWithMessage';
  elevation: 'card' | 'flush' | undefined;
  classNames: { readonly [P in Part]?: string } | undefined;
};

/** A placeholder of a screen while it loads, with bars for its title, body and buttons, or a note if it did not load. */
export function ScreenPlaceholder({ name, lost, first, elevation, classNames }: ScreenPlaceholderProps): ReactElement {
  const { words, dir } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey={name}
        data-state={lost ? 'failed' : 'loading'}
        data-elevation={elevation}
        className={classNames?.root}
        lang={words.locale}
        dir={dir}
        aria-busy={!lost}
      >
        {lost ? (
          <LostNote id={`latchkey-${name}-lost`} lost={lost} words={words} />
        ) : (
          <First kind={first} part={part} />
        )}
      </section>
    </ScreenContext.Provider>
  );
}

function First({ kind, part }: { kind: ScreenPlaceholderProps['first']; part: Theme['part'] }): ReactElement {
  if (kind === 'form' || kind === 'cancellableForm')
    return (
      <>
        <div {...part('title')} />
        <div {...part('body')} />
        <div {...part('submit')} />
        {kind === 'cancellableForm' && <div {...part('secondary')} />}
      </>
    );
  return (
    <div {...part('header')}>
      <div {...part('title')}>&nbsp;</div>
      {kind === 'headerWithMessage' && <p {...part('message')}>&nbsp;</p>}
    </div>
  );
}
