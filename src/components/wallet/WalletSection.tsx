'use client';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { Icon } from '../icons.js';
import { useWords } from '../loginWords.js';
import { LoginScreenContext, ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';

type WalletSectionProps = {
  name: 'receive' | 'send';
  /** For the style sheet and tests. */
  state: string;
  error?: string | undefined;
  title: string;
  /** The name of the button that leads back. */
  back: string;
  onBack: (() => void) | undefined;
  areWordsLoading: boolean;
  elevation: 'card' | 'flush' | undefined;
  classNames: { readonly [P in Part]?: string } | undefined;
  children: ReactNode;
};

/** The frame of a screen that the wallet opens. Its title is focused where the person came from another, and at each new step. */
export function WalletSection(props: WalletSectionProps): ReactElement {
  const { name, state, error, title, back, onBack, areWordsLoading, elevation, classNames, children } = props;
  const { words: messages, dir, areLoading } = useWords(undefined);
  const clock = useLatchkey().clock.now;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(onBack ? undefined : title);
  const screen = { ...themeOf(classNames), messages, clock, isBusy: false };
  const { part } = screen;
  const isLoading = areWordsLoading || areLoading;
  useEffect(() => {
    if (isLoading) return;
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title, isLoading]);
  return (
    <ScreenContext.Provider value={screen}>
      <LoginScreenContext.Provider value={screen}>
        <section
          data-latchkey={name}
          data-state={state}
          data-error={error}
          data-elevation={elevation}
          data-words={isLoading ? 'to come' : undefined}
          lang={messages.locale}
          dir={dir}
          className={classNames?.root}
          aria-label={title}
        >
          {onBack && (
            <button type="button" {...part('back')} aria-label={back} onClick={onBack}>
              <Icon name="back" />
            </button>
          )}
          <h2 ref={heading} tabIndex={-1} {...part('title')}>
            {title}
          </h2>
          {children}
        </section>
      </LoginScreenContext.Provider>
    </ScreenContext.Provider>
  );
}
