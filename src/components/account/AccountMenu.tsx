'use client';
import { type FocusEvent, type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { useLatchkey } from '../../hooks/context.js';
import { Icon } from '../icons.js';
import { LostNote } from '../LostNote.js';
import { lazyScreen } from '../lazyScreen.js';
import type { LoginMessages } from '../loginMessages.js';
import { ScreenContext } from '../screenContext.js';
import { type Part, themeOf } from '../theme.js';

const usePanel = lazyScreen(async () => (await import('./AccountMenuPanel.js')).AccountMenuPanel);

type AccountMenuProps = {
  words: LoginMessages;
  classNames: { readonly [P in Part]?: string } | undefined;
  children: ReactNode;
};

/** The menu of the logged-in person: a button with their name, and a panel, which is loaded once somebody is logged in. */
export function AccountMenu({ words, classNames, children }: AccountMenuProps): ReactElement {
  const { Screen: Panel, lost } = usePanel();
  const [userName, setUserName] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const clock = useLatchkey().clock.onDevice;
  const screen = { ...themeOf(classNames), clock, isBusy: false };
  const { part } = screen;

  function close({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen) return;
    setIsOpen(false);
    button.current?.focus();
  }

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) =>
    relatedTarget && !currentTarget.contains(relatedTarget as Node) && setIsOpen(false);

  return (
    <ScreenContext.Provider value={screen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears what its buttons do not */}
      <div {...part('menu')} onKeyDown={close} onBlur={leave}>
        <button
          ref={button}
          type="button"
          {...part('opener')}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={words.menuOf(userName)}
          onClick={() => setIsOpen(!isOpen)}
        >
          <bdi {...part('who')}>{userName || '…'}</bdi>
          <Icon name="more" />
        </button>
        {Panel && (
          <Panel {...{ id, isOpen, words }} onUserName={setUserName}>
            {children}
          </Panel>
        )}
        {isOpen && lost && (
          <div id={id} {...part('panel')}>
            <LostNote id={`${id}-lost`} lost={lost} words={words} />
          </div>
        )}
      </div>
    </ScreenContext.Provider>
  );
}
