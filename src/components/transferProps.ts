import type { WalletAccountParams } from '../contract/shapes.js';
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
