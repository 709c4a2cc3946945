import type { EthereumProvider } from './createEthereumProvider.js';

/** How a wallet is shown in a list of wallets. @see EIP-6963 */
export interface WalletInfo {
  readonly name: string;
  /** A square picture as a data URL. */
  readonly icon: `data:image/${string}`;
  /** The domain of whoever offers it, backwards: `com.example.wallet`. */
  readonly rdns: string;
}

/**
 * Announces a provider to the page, so that whatever lists wallets, RainbowKit for instance, finds it.
 *
 * @returns stops answering
 * @see EIP-6963
 */
export function announceProvider(provider: EthereumProvider, { name, icon, rdns }: WalletInfo): () => void {
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns });
  const detail = Object.freeze({ info, provider });
  const announce = () => globalThis.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  globalThis.addEventListener('eip6963:requestProvider', announce);
  announce();
  return () => globalThis.removeEventListener('eip6963:requestProvider', announce);
}
