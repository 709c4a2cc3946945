'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import type { ExportWalletScreenProps } from './transferProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./ExportWallet.js')).ExportWallet);

/**
 * Shows a person the recovery phrase of their wallet, or a private key, after a warning and, if the last login is too old, a fresh login.
 * The secret is in the page only while a button is held, or for a minute, and the window has the focus; the clipboard is cleared a minute
 * after copying. Whoever wrote a phrase down enters three of its words. Renders a `<section data-latchkey="export">` whose `data-state` is
 * `loading`, `failed`, `warning`, `confirm`, `waiting`, `shown`, `checking` or `done`. It needs `latchkey/transfer.css` beside
 * `latchkey/styles.css`, and `settings.trust`.
 *
 * @example <LoggedIn><ExportWalletScreen walletId={walletId} onDone={close} /></LoggedIn>
 */
export function ExportWalletScreen(props: ExportWalletScreenProps): ReactElement {
  return (
    <LoadedScreen
      useScreen={useLoadedScreen}
      name="export"
      first={props.onDone ? 'cancellableForm' : 'form'}
      props={props}
    />
  );
}
