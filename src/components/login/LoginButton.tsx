'use client';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '../../hooks/useSession.js';
import { hasAnswer } from '../../login/hasAnswer.js';
import { AccountMenu } from '../account/AccountMenu.js';
import { useWords } from '../loginWords.js';
import { themeOf } from '../theme.js';
import { LoginDialog, type LoginDialogProps } from './LoginDialog.js';

export type LoginButtonProps = Omit<LoginDialogProps, 'open' | 'onClose'> & {
  /** Shown above “Log out” in the menu. */
  menu?: ReactNode;
};

/**
 * Opens the {@link LoginDialog}. While a person is logged in it shows their name, and opens a menu with name, address and logout. Renders a
 * `<div data-latchkey="button">` whose `data-state` is `loading`, `loggedOut` or `loggedIn`.
 *
 * @example <LoginButton />
 */
export function LoginButton({ menu, ...card }: LoginButtonProps): ReactElement {
  const { status } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const inside = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  const { words, dir, areLoading } = useWords(card.messages);
  const { part } = themeOf(card.classNames);

  // The button that had the focus, or would get it back, was replaced.
  useEffect(() => {
    const isNew = before.current !== 'loading' && before.current !== status;
    const isLost = document.activeElement === document.body;
    before.current = status;
    if (isNew && isLost) inside.current?.querySelector('button')?.focus();
  }, [status]);

  // The card in the dialog completes a login that left this tab; a login made elsewhere needs no dialog.
  useEffect(() => {
    if (status === 'loggedIn') setIsOpen(false);
    if (status === 'loggedOut' && hasAnswer()) setIsOpen(true);
  }, [status]);

  return (
    <div
      ref={inside}
      data-latchkey="button"
      data-state={areLoading ? 'loading' : status}
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
