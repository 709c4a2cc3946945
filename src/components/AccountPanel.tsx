'use client';
import type { ReactElement } from 'react';
import type { AccountMessageChanges } from './accountMessages.js';
import { laterScreen } from './laterScreen.js';
import { ScreenToCome } from './ScreenToCome.js';
import type { Part } from './theme.js';

const useScreen = laterScreen(async () => (await import('./Account.js')).Account);

export type AccountPanelProps = {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: AccountMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
  /** Called when the account and all its data were deleted. */
  onDeleted?: (() => void) | undefined;
};

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
