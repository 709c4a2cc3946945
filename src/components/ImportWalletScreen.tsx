'use client';
import type { ReactElement } from 'react';
import type { WalletAccountParams } from '../contract/shapes.js';
import { laterScreen } from './laterScreen.js';
import { ScreenToCome } from './ScreenToCome.js';
import type { Part } from './theme.js';
import type { TransferMessageChanges } from './transferMessages.js';

export type ImportWalletScreenProps = {
  /** Called once the wallet or the key is there, and the person has seen that. */
  onDone?: ((imported: ImportedSecret) => void) | undefined;
  /** What is derived of a wallet's words. Default: the accounts of the settings' wallet. */
  accounts?: readonly WalletAccountParams[] | undefined;
  /** Words to change; what is left out stays. */
  messages?: TransferMessageChanges | undefined;
  /** Classes to add, by the name of the part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow and padding, to be a part of what it stands in. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
};

/** What was imported, and its first address. */
export type ImportedSecret = { readonly address: string | undefined } & (
  | { readonly walletId: string }
  | { readonly privateKeyId: string }
);

const useScreen = laterScreen<ImportWalletScreenProps>(
  async () => (await import('./transfer/ImportWallet.js')).ImportWallet,
);

/**
 * Takes the recovery phrase of a wallet, or a private key, and imports it, sealed in the browser. Words are checked one by one, their
 * checksum as soon as they are all there, and the first address is shown before anything is sent. Renders a `<section
 * data-latchkey="import">` whose `data-state` is `loading`, `failed`, `typing`, `waiting` or `done`. It needs `latchkey/transfer.css`
 * beside `latchkey/styles.css`, and `settings.trust`.
 *
 * @example <LoggedIn><ImportWalletScreen onDone={() => navigate('/wallets')} /></LoggedIn>
 */
export function ImportWalletScreen(props: ImportWalletScreenProps): ReactElement {
  const { Screen, isLost } = useScreen();
  const { elevation, classNames } = props;
  if (Screen) return <Screen {...props} />;
  return <ScreenToCome name="import" {...{ isLost, elevation, classNames }} />;
}
