/** A picture as the Wallet Standard takes it. */
export type WalletIcon = `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`;

type Identifier = `${string}:${string}`;

/** An account that a page may use. @see Wallet Standard, WalletAccount */
export type StandardAccount = {
  /** In base58. */
  readonly address: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly chains: readonly Identifier[];
  readonly features: readonly Identifier[];
};

/** A wallet as pages find it. @see Wallet Standard, Wallet */
export type StandardWallet<Features = { readonly [name: Identifier]: unknown }> = {
  readonly version: '1.0.0';
  readonly name: string;
  readonly icon: WalletIcon;
  readonly chains: readonly Identifier[];
  readonly accounts: readonly StandardAccount[];
  readonly features: Features;
};

/** What a page registers wallets by. */
type Registry = { readonly register: (wallet: StandardWallet) => () => void };

/**
 * Shows a wallet to every list of wallets on the page, whichever of both is there first.
 *
 * @returns takes it out of them.
 * @see Wallet Standard, WindowRegisterWalletEvent and WindowAppReadyEvent
 */
export function showWallet(wallet: StandardWallet): () => void {
  if (globalThis.window === undefined) return () => {};
  const removals: (() => void)[] = [];
  const register = (registry: Registry) => void removals.push(registry.register(wallet));
  const onReady = (event: Event) => register((event as CustomEvent<Registry>).detail);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', onReady);
  return () => {
    window.removeEventListener('wallet-standard:app-ready', onReady);
    for (const remove of removals.splice(0)) remove();
  };
}
