'use client';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../hooks/useSession.js';
import { hasAnswer } from '../login/hasAnswer.js';
import { AccountMenu } from './AccountMenu.js';
import { LoginDialog, type LoginDialogProps } from './LoginDialog.js';
import { themeOf } from './theme.js';
import { useWords } from './useWords.js';

export type LoginButtonProps = Omit<LoginDialogProps, 'open' | 'onClose'> & {
  /** Above “Log out” in the menu of who is logged in. */
  menu?: ReactNode;
};

/**
 * Opens the {@link LoginDialog}. When somebody is logged in it shows who, and opens a menu with their name, their address and a way out.
 * Renders a `<div data-latchkey="button">` whose `data-state` is `loading`, `loggedOut` or `loggedIn`.
 *
 * @example <LoginButton />
 */
export function LoginButton({ menu, ...card }: LoginButtonProps): ReactElement {
  const { status } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const inside = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  const { words, dir, areToCome } = useWords(card.messages);
  const { part } = themeOf(card.classNames);

  // The button that had the focus, or would get it back, is another one now.
  useEffect(() => {
    const isNew = before.current !== 'loading' && before.current !== status;
    const isLost = document.activeElement === document.body;
    before.current = status;
    if (isNew && isLost) inside.current?.querySelector('button')?.focus();
  }, [status]);

  // A login that left this tab is ended by the card in the dialog; one that was made elsewhere needs no dialog.
  useEffect(() => {
    if (status === 'loggedIn') setIsOpen(false);
    if (status === 'loggedOut' && hasAnswer()) setIsOpen(true);
  }, [status]);

  return (
    <div
      ref={inside}
      data-latchkey="button"
      data-state={areToCome ? 'loading' : status}
      lang={words.locale}
      dir={dir}
      className={card.classNames?.root}
    >
      {status === 'loggedIn' ? (
        <AccountMenu words={words} classNames={card.classNames}>
          {menu}
        </AccountMenu>
      ) : (
        <button type="button" {...part('submit')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          {words.logIn}
        </button>
      )}
      <LoginDialog {...card} open={isOpen && status === 'loggedOut'} onClose={() => setIsOpen(false)} />
    </div>
  );
}
