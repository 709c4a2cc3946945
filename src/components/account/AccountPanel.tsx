'use client';
import type { ReactElement } from 'react';
import { laterScreen } from '../laterScreen.js';
import { ScreenToCome } from '../ScreenToCome.js';
import type { AccountPanelProps } from '../screenProps.js';

const useScreen = laterScreen(async () => (await import('./Account.js')).Account);

/**
 * Shows and edits the logged-in person's account: initials and name, e-mail and phone (each proved before it replaces the old one),
 * passkeys and providers, sessions, which can be logged out, and the account's deletion. Changes that require a fresh login ask for a code
 * or a passkey first, and then continue. It needs `latchkey/account.css` beside `latchkey/styles.css`.
 *
 * @example <LoggedIn><AccountPanel /></LoggedIn>
 */
export function AccountPanel(props: AccountPanelProps): ReactElement {
  const { Screen, isLost } = useScreen();
  const { elevation, classNames } = props;
  if (Screen) return <Screen {...props} />;
  return <ScreenToCome name="account" first="header" {...{ isLost, elevation, classNames }} />;
}
