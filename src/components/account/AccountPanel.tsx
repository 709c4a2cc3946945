'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import type { AccountPanelProps } from './accountPanelProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./Account.js')).Account);

/**
 * Shows and edits the logged-in person's account: initials and name, e-mail and phone (each proved before it replaces the old one),
 * passkeys and providers, addresses with their proofs (where `verifyProofs` asks for them), sessions, which can be logged out, and the account's deletion. Changes that require a fresh login ask for a code
 * or a passkey first, and then continue. It needs `latchkey/account.css` beside `latchkey/styles.css`.
 *
 * @example <LoggedIn><AccountPanel /></LoggedIn>
 */
export function AccountPanel(props: AccountPanelProps): ReactElement {
  return <LoadedScreen useScreen={useLoadedScreen} name="account" first="header" props={props} />;
}
