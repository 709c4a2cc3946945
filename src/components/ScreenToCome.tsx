'use client';
import type { ReactElement } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { LostNote } from './LostNote.js';
import { ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';
import { useWords } from './useWords.js';

type ScreenToComeProps = {
  /** The name of the screen, as the style sheet has it. */
  name: string;
  isLost: boolean;
  elevation: 'card' | 'flush' | undefined;
  classNames: { readonly [P in Part]?: string } | undefined;
};

/** Stands in the place of a screen that is on its way, and says it where that did not come. */
export function ScreenToCome({ name, isLost, elevation, classNames }: ScreenToComeProps): ReactElement {
  const { words, dir } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
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
        {isLost && <LostNote id={`latchkey-${name}-lost`} words={words} />}
      </section>
    </ScreenContext.Provider>
  );
}
