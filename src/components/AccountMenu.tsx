'use client';
import { type FocusEvent, type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { useLogout } from '../hooks/sessions.js';
import { useUser } from '../hooks/users.js';
import { useWalletAccounts } from '../hooks/wallets.js';
import { Address } from './Address.js';
import { Icon } from './icons.js';
import type { LoginMessages } from './loginMessages.js';
import { ScreenContext } from './screen.js';
import { type Part, themeOf } from './theme.js';

type AccountMenuProps = {
  words: LoginMessages;
  classNames: { readonly [P in Part]?: string } | undefined;
  children: ReactNode;
};

/** The menu of the logged-in person: name, contact, address, the app's additions, and the logout button. */
export function AccountMenu({ words, classNames, children }: AccountMenuProps): ReactElement {
  const clock = useLatchkey().clock.onDevice;
  const user = useUser();
  const accounts = useWalletAccounts();
  const logout = useLogout();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const screen = { ...themeOf(classNames), clock, isBusy: logout.isPending };
  const { part } = screen;

  const { userName = '', userEmail, userPhoneNumber } = user.data ?? {};
  const contact = userEmail ?? userPhoneNumber;
  const address = accounts.data?.[0]?.address;

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
        {isOpen && (
          <div id={id} {...part('panel')}>
            <div {...part('person')}>
              <bdi {...part('who')}>{userName}</bdi>
              {contact !== userName && <bdi {...part('lead')}>{contact}</bdi>}
            </div>
            {address && <Address address={address} words={words} />}
            {children}
            <button type="button" {...part('row')} aria-disabled={logout.isPending} onClick={() => logout.mutate()}>
              {words.logOut}
            </button>
          </div>
        )}
      </div>
    </ScreenContext.Provider>
  );
}
