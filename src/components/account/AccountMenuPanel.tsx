'use client';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useLogout } from '../../hooks/sessions.js';
import { useUser } from '../../hooks/users.js';
import { useWalletAccounts } from '../../hooks/wallets.js';
import { Address } from '../Address.js';
import type { LoginMessages } from '../loginMessages.js';
import { useScreen } from '../screenContext.js';

type AccountMenuPanelProps = {
  id: string;
  isOpen: boolean;
  words: LoginMessages;
  onUserName: (userName: string) => void;
  children: ReactNode;
};

/** What the menu shows once it is open: name, contact, address, the app's additions, and the logout button. */
export function AccountMenuPanel({
  id,
  isOpen,
  words,
  onUserName,
  children,
}: AccountMenuPanelProps): ReactElement | null {
  const user = useUser();
  const accounts = useWalletAccounts();
  const logout = useLogout();
  const { part } = useScreen();

  const { userName = '', userEmail, userPhoneNumber } = user.data ?? {};
  const contact = userEmail ?? userPhoneNumber;
  const address = accounts.data?.[0]?.address;

  useEffect(() => onUserName(userName), [onUserName, userName]);

  if (!isOpen) return null;
  return (
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
  );
}
