'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import type { ImportWalletScreenProps } from './transferProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./ImportWallet.js')).ImportWallet);

/**
 * Imports a wallet by its recovery phrase, or a private key, sealed in the browser. Words are checked one by one, the checksum once the
 * phrase is complete, and the first address is shown before anything is sent. Renders a `<section data-latchkey="import">` whose
 * `data-state` is `loading`, `failed`, `typing`, `waiting` or `done`. It needs `latchkey/transfer.css` beside `latchkey/styles.css`, and
 * `settings.trust`.
 *
 * @example <LoggedIn><ImportWalletScreen onDone={() => navigate('/wallets')} /></LoggedIn>
 */
export function ImportWalletScreen(props: ImportWalletScreenProps): ReactElement {
  return (
    <LoadedScreen
      useScreen={useLoadedScreen}
      name="import"
      first={props.onCancel ? 'cancellableForm' : 'form'}
      props={props}
    />
  );
}
