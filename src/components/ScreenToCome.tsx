'use client';
import type { ReactElement } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { LostNote } from './LostNote.js';
import { ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';
import { useWords } from './useWords.js';

type ScreenToComeProps = {
  /** The name of the screen in the style sheet. */
  name: string;
  isLost: boolean;
  /** It will have a button to leave it. */
  isCancellable: boolean;
  elevation: 'card' | 'flush' | undefined;
  classNames: { readonly [P in Part]?: string } | undefined;
};

/** A placeholder of a screen while it loads, with bars for its title, body and buttons, or a note if it did not load. */
export function ScreenToCome({ name, isLost, isCancellable, elevation, classNames }: ScreenToComeProps): ReactElement {
  const { words, dir } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;
  return (
    <ScreenContext.Provider value={screen}>
      <section
        data-latchkey={name}
        data-state={isLost ? 'failed' : 'loading'}
        data-elevation={elevation}
        className={classNames?.root}
        lang={words.locale}
        dir={dir}
        aria-busy={!isLost}
      >
        {isLost ? (
          <LostNote id={`latchkey-${name}-lost`} words={words} />
        ) : (
          <>
            <div {...part('title')} />
            <div {...part('body')} />
            <div {...part('submit')} />
            {isCancellable && <div {...part('secondary')} />}
          </>
        )}
      </section>
    </ScreenContext.Provider>
  );
}
