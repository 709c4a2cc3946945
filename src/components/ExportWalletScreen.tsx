'use client';
import type { ReactElement } from 'react';
import { laterScreen } from './laterScreen.js';
import { ScreenToCome } from './ScreenToCome.js';
import type { Part } from './theme.js';
import type { TransferMessageChanges } from './transferMessages.js';

/** What is exported: a wallet's words, the key of one of its accounts, or a private key that belongs to no wallet. */
export type SecretToExport =
  | { walletId: string; address?: undefined; privateKeyId?: undefined }
  | { walletId?: undefined; address: string; privateKeyId?: undefined }
  | { walletId?: undefined; address?: undefined; privateKeyId: string };

export type ExportWalletScreenProps = SecretToExport & {
  /** How a private key is written: `hex`, or `solana` as Solana's wallets take it. Default: `hex`. */
  form?: 'hex' | 'solana' | undefined;
  /** Called when the person has seen it, or leaves. */
  onDone?: (() => void) | undefined;
  /** Words to change; what is left out stays. */
  messages?: TransferMessageChanges | undefined;
  /** Classes to add, by the name of the part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow and padding, to be a part of what it stands in. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
};

const useScreen = laterScreen<ExportWalletScreenProps>(
  async () => (await import('./transfer/ExportWallet.js')).ExportWallet,
);

/**
 * Shows a person the recovery phrase of their wallet, or a private key: after a warning and, where the last login is too long ago, once
 * they have confirmed that it is them. It is seen while a button is held and the window has the focus, and never stands in the page
 * otherwise; what is copied is cleared after a minute. Renders a `<section data-latchkey="export">` whose `data-state` is `loading`,
 * `failed`, `warning`, `confirm`, `waiting` or `shown`. It needs `latchkey/transfer.css` beside `latchkey/styles.css`, and
 * `settings.trust`.
 *
 * @example <LoggedIn><ExportWalletScreen walletId={walletId} onDone={close} /></LoggedIn>
 */
export function ExportWalletScreen(props: ExportWalletScreenProps): ReactElement {
  const { Screen, isLost } = useScreen();
  const { elevation, classNames } = props;
  if (Screen) return <Screen {...props} />;
  return <ScreenToCome name="export" {...{ isLost, elevation, classNames }} />;
}
