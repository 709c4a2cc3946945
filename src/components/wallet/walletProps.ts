import type { Chain } from '../../client/chains.js';
import type { WalletAccount } from '../../contract/shapes.js';
import type { ScreenOptions } from '../../hooks/screenError.js';
import type { WalletMessageChanges } from '../english/walletMessages.js';
import type { Part } from '../theme.js';

/** What the wallet's screens have in common. */
export type WalletScreenProps = ScreenOptions & {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: WalletMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
  /** Called when the person goes back. Without it no button for that is shown. */
  onBack?: (() => void) | undefined;
};

export type ReceiveScreenProps = WalletScreenProps & {
  /** The address to show. */
  address: string;
  /** The chain of the settings that it is shown for. Default: the first one that has addresses like it. */
  chainId?: Chain['id'] | undefined;
};

export type WalletHomeProps = Omit<WalletScreenProps, 'onBack'> &
  SendOptions & {
    /** Called when the person chooses Account. Default: {@link AccountPanel} in the wallet's place. */
    onAccount?: (() => void) | undefined;
    /** Called when the person chooses to export the key of an account. Default: {@link ExportWalletScreen} in the wallet's place. */
    onExportKey?: ((account: WalletAccount) => void) | undefined;
  };

/** How the wallet sends. */
export type SendOptions = {
  /**
   * The address that a typed name stands for, on a chain; `undefined` where it stands for none. The address is shown beneath the name.
   * Without it only addresses are taken.
   */
  resolveName?: ((name: string, chain: Chain) => Promise<string | undefined>) | undefined;
  /** The page that shows a transaction to people, by its hash, on Solana by its signature. Without it no link is shown. */
  explorerUrl?: ((hash: string, chain: Chain) => string) | undefined;
};

export type SendScreenProps = WalletScreenProps &
  SendOptions & {
    /** Whose money: an address of the logged-in person. */
    from: string;
    /** The chain of the settings that it is sent on. */
    chainId: Chain['id'];
  };

/** A button of the wallet that leads elsewhere. */
export type Opener = 'menu' | 'qr' | 'receive' | 'send';
