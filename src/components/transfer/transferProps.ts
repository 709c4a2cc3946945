import type { WalletAccountParams } from '../../contract/shapes.js';
import type { ScreenOptions } from '../../hooks/screenError.js';
import type { TransferMessageChanges } from '../english/transferMessages.js';
import type { Part } from '../theme.js';

export type ImportWalletScreenProps = ScreenOptions & {
  /** Called when the wallet or key is imported, and the person has seen that. */
  onDone?: ((imported: ImportedSecret) => void) | undefined;
  /** Called when the person leaves without an import. Without it no Cancel is shown. */
  onCancel?: (() => void) | undefined;
  /** The accounts to derive. Default: those of the settings' wallet. */
  accounts?: readonly WalletAccountParams[] | undefined;
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: TransferMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
};

/** The imported wallet or key, and its first address. */
export type ImportedSecret = { readonly address: string | undefined } & (
  | { readonly walletId: string }
  | { readonly privateKeyId: string }
);

/** What to export: a wallet's words, the key of one of its accounts, or a private key that belongs to no wallet. */
export type SecretToExport =
  | { walletId: string; address?: undefined; privateKeyId?: undefined }
  | { walletId?: undefined; address: string; privateKeyId?: undefined }
  | { walletId?: undefined; address?: undefined; privateKeyId: string };

export type ExportWalletScreenProps = SecretToExport &
  ScreenOptions & {
    /** The form of a private key: `hex`, or `solana` for Solana wallets. Default: `hex`. */
    form?: 'hex' | 'solana' | undefined;
    /** Called when the person is finished, or leaves. */
    onDone?: (() => void) | undefined;
    /** Texts to replace; omitted ones keep their defaults. */
    messages?: TransferMessageChanges | undefined;
    /** Classes to add, by the name of a part. */
    classNames?: { readonly [P in Part]?: string } | undefined;
    /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
    elevation?: 'card' | 'flush' | undefined;
  };
