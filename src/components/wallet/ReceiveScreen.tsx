'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import type { ReceiveScreenProps } from './walletProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./Receive.js')).Receive);

/**
 * Shows an address to be paid at: as a QR code, in full, with the name of its network, and buttons that copy and share it. The package `qr`
 * draws the code: install it beside the kit. It needs `latchkey/wallet.css` beside `latchkey/styles.css`.
 *
 * @example <ReceiveScreen address={account.address} chainId={8453} />
 */
export function ReceiveScreen(props: ReceiveScreenProps): ReactElement {
  return <LoadedScreen useScreen={useLoadedScreen} name="receive" first="form" props={props} />;
}
