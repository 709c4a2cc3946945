'use client';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { useWords } from '../loginWords.js';
import { LoginScreenContext, ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';

type TransferSectionProps = {
  name: 'import' | 'export';
  /** The step, for the style sheet and tests. */
  state: string;
  error: string | undefined;
  title: string;
  areWordsLoading: boolean;
  elevation: 'card' | 'flush' | undefined;
  classNames: { readonly [P in Part]?: string } | undefined;
  children: ReactNode;
};

/** The frame of both screens. The title changes with each step, and is focused if the focus was inside. */
export function TransferSection(props: TransferSectionProps): ReactElement {
  const { name, state, error, title, areWordsLoading, elevation, classNames, children } = props;
  const { words: messages, dir, areLoading } = useWords(undefined);
  const clock = useLatchkey().clock.onDevice;
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(state);
  const id = useId();
  const screen = { ...themeOf(classNames), messages, clock, isBusy: false };
  const { part } = screen;
  useEffect(() => {
    if (first.current !== state) heading.current?.focus();
    first.current = state;
  }, [state]);
  return (
    <ScreenContext.Provider value={screen}>
      <LoginScreenContext.Provider value={screen}>
        <section
          data-latchkey={name}
          data-state={state}
          data-error={error}
          data-elevation={elevation}
          data-words={areWordsLoading || areLoading ? 'to come' : undefined}
          lang={messages.locale}
          dir={dir}
          className={classNames?.root}
          aria-labelledby={id}
        >
          <h2 id={id} ref={heading} tabIndex={-1} {...part('title')}>
            {title}
          </h2>
          {children}
        </section>
      </LoginScreenContext.Provider>
    </ScreenContext.Provider>
  );
}
