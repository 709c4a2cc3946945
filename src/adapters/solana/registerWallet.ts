import type { Client } from '../../client/createClient.js';
import { type SolanaWalletOptions, solanaWallet } from './solanaWallet.js';
import { showWallet } from './walletStandard.js';

/**
 * Shows the wallet of the logged-in person to whatever lists wallets of Solana on the page: the wallet adapters of web3.js, for instance.
 * Whoever runs in the page can ask it, so that the person is asked before anything is signed: `confirmSignatures` of the client's settings.
 * Its errors are the kit's own: a `SolanaError`, a `ConfirmationError` such as REQUEST_REJECTED.
 *
 * @returns takes the wallet out of the lists.
 * @throws {SettingsError} SETTINGS_INVALID
 * @see Wallet Standard
 * @example
 * useEffect(() => registerWallet(client, { name: 'Acme' }), [client])
 */
export function registerWallet(client: Client, options: SolanaWalletOptions = {}): () => void {
  const { wallet, stop } = solanaWallet(client, options);
  const hide = showWallet(wallet);
  return () => {
    hide();
    stop();
  };
}
