import { isEthereumChain, type SolanaChain } from '../../client/chains.js';
import type { Client } from '../../client/createClient.js';
import { loadPart } from '../../client/loadPart.js';
import { invalid } from '../../client/settings.js';
import { tellListeners } from '../../client/tellListeners.js';
import { fromBase58 } from '../../crypto/base58.js';
import { nodeUrl } from '../nodes/nodeUrl.js';
import { type SignInInput, signInInput } from './signInInput.js';
import type { SignedMessage, WalletFeatures } from './walletFeatures.js';
import {
  messageInput,
  refuseMany,
  type StandardMessageInput,
  type StandardSendInput,
  type StandardTransactionInput,
  sendInput,
  transactionInput,
} from './walletInputs.js';
import type { StandardAccount, StandardWallet, WalletIcon } from './walletStandard.js';

/** Options of {@link registerWallet}. */
export interface SolanaWalletOptions {
  /** What lists of wallets show. Default: `Latchkey`. */
  readonly name?: string | undefined;
  /** A square picture as a data URL: SVG, WebP, PNG or GIF in base64. Default: a key. */
  readonly icon?: WalletIcon | undefined;
  /** The clusters that the app offers. Default: those of the client's settings. Without any, the wallet signs, and sends nothing. */
  readonly chains?: readonly SolanaChain[] | undefined;
  /** How long others have to agree to a signature that needs their votes, in milliseconds. Default: 600,000. */
  readonly approvalTimeoutMs?: number | undefined;
  /** By which nodes are asked. Default: the platform's. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/**
 * The wallet as an object of the Wallet Standard. Its features are loaded when a page uses one, or when somebody is logged in.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 */
export function solanaWallet(client: Client, options: SolanaWalletOptions = {}) {
  const { name = 'Latchkey', icon = key, approvalTimeoutMs = 600_000 } = options;
  const chains = options.chains ?? client.settings.chains?.filter((chain) => !isEthereumChain(chain)) ?? [];
  for (const chain of chains) nodeUrl(chain);
  if (name === '' || !/^data:image\/(svg\+xml|webp|png|gif);base64,/.test(icon))
    throw invalid('a wallet has a name, and an icon as a data URL in base64');

  const listeners = new Set<(change: { readonly accounts: readonly StandardAccount[] }) => void>();
  let accounts: readonly StandardAccount[] = [];
  let loading: Promise<WalletFeatures> | undefined;
  let stopFollowing: (() => void) | undefined;

  /** Those of `addresses`; an account that stays is the same object. */
  const accountsOf = (addresses: readonly string[]) =>
    addresses.map((address) => accounts.find((known) => known.address === address) ?? accountOf(address));

  function accountOf(address: string): StandardAccount {
    const names = Object.keys(features).filter((feature): feature is `solana:${string}` =>
      feature.startsWith('solana:'),
    );
    return Object.freeze({
      address,
      // Bytes cannot be frozen: whoever reads them has their own.
      get publicKey() {
        return fromBase58(address);
      },
      chains: ids,
      features: Object.freeze(names),
    });
  }

  function onAccounts(addresses: readonly string[]): void {
    accounts = Object.freeze(accountsOf(addresses));
    tellListeners(listeners, { accounts });
  }

  async function load(): Promise<WalletFeatures> {
    const node = { fetch: options.fetch, timeoutMs: client.settings.timeoutMs };
    const { walletFeatures } = await loadPart(import('./walletFeatures.js'));
    return walletFeatures({ client, chains, node, approvalTimeoutMs, onAccounts });
  }

  function loaded(): Promise<WalletFeatures> {
    stopFollowing ??= client.sessions.subscribe(() => void follow().catch(() => {}));
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /** Where nobody is logged in there is nothing to load. */
  async function follow(): Promise<void> {
    const { active } = await client.sessions.current();
    if (active || accounts.length > 0) await (await loaded()).follow();
  }

  async function signedMessages(sign: Promise<readonly SignedMessage[]>) {
    return (await sign).map(({ address, message, signature }) => ({
      account: accountsOf([address])[0] ?? accountOf(address),
      signedMessage: message,
      signature,
    }));
  }

  // What a page gives is copied before anything else happens.
  const features = {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent = false }: { readonly silent?: boolean } = {}) {
        return { accounts: accountsOf(await (await loaded()).connect(silent === true)) };
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: async () => (await loaded()).disconnect(),
    },
    'standard:events': {
      version: '1.0.0',
      on(event: 'change', listener: (change: { readonly accounts?: readonly StandardAccount[] }) => void) {
        if (event !== 'change') return () => {};
        listeners.add(listener);
        stopFollowing ??= client.sessions.subscribe(() => void follow().catch(() => {}));
        void follow().catch(() => {});
        return () => void listeners.delete(listener);
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      async signTransaction(...inputs: readonly StandardTransactionInput[]) {
        refuseMany(inputs);
        const copies = inputs.map(transactionInput);
        const signed = await (await loaded()).signTransactions(copies);
        return signed.map((signedTransaction) => ({ signedTransaction }));
      },
    },
    ...(chains.length > 0 && {
      'solana:signAndSendTransaction': {
        version: '1.0.0' as const,
        supportedTransactionVersions: ['legacy', 0] as const,
        async signAndSendTransaction(...inputs: readonly StandardSendInput[]) {
          refuseMany(inputs);
          const copies = inputs.map(sendInput);
          const ids = await (await loaded()).sendTransactions(copies);
          return ids.map((id) => ({ signature: fromBase58(id) }));
        },
      },
    }),
    'solana:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs: readonly StandardMessageInput[]) {
        refuseMany(inputs);
        const copies = inputs.map(messageInput);
        return signedMessages((await loaded()).signMessages(copies));
      },
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs: readonly SignInInput[]) {
        // Without one, the wallet says what it must.
        const copies = inputs.length === 0 ? [{}] : inputs.map(signInInput);
        refuseMany(copies);
        return signedMessages((await loaded()).signIn(copies));
      },
    },
  } as const;
  const ids = Object.freeze(chains.length > 0 ? chains.map(({ id }) => id) : everyChain);

  const wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon,
    chains: ids,
    features: Object.freeze(features),
    get accounts() {
      return accounts;
    },
  } as const) satisfies StandardWallet<object>;
  return {
    wallet,
    /** Follows the session no longer. */
    stop() {
      stopFollowing?.();
      stopFollowing = undefined;
      listeners.clear();
    },
  };
}

/** What is only signed, and sent by the page, may be for any cluster. */
const everyChain = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const;

const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="#2347d9"/>' +
  '<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><circle cx="15" cy="20" r="5"/>' +
  '<path d="M20 20h11v4m-5-4v3"/></g></svg>';
const key: WalletIcon = `data:image/svg+xml;base64,${btoa(drawn)}`;
