import { render } from '@testing-library/react';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import type { Chain } from '../../../../src/client/chains.js';
import { type Client, createClient } from '../../../../src/client/createClient.js';
import type { ClientSettings } from '../../../../src/client/settings.js';
import { WalletHome } from '../../../../src/components/wallet/WalletHome.js';
import type { WalletHomeProps } from '../../../../src/components/wallet/walletProps.js';
import { createWalletAccounts } from '../../../../src/contract/wallets.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { LatchkeyProvider, type LatchkeyProviderProps } from '../../../../src/hooks/LatchkeyProvider.js';
import { type Kit, openKit } from '../../hooks/kit.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/account/account.css';
import '../../../../src/components/transfer/transfer.css';
import '../../../../src/components/wallet/wallet.css';

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const rpcUrls = { default: { http: ['https://node.example'] } };

/** Two chains of Ethereum, and Solana. */
export const chains: readonly Chain[] = [
  { id: 8453, name: 'Base', nativeCurrency: ether, rpcUrls },
  { id: 1, name: 'Ethereum', nativeCurrency: ether, rpcUrls },
  { id: 'solana:devnet', name: 'Solana Devnet', rpcUrls },
];

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Presses a button by the keyboard, once it can be pressed. */
export async function press(name: string | RegExp): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  await expect.element(button(name)).not.toHaveAttribute('aria-disabled', 'true');
  button(name).element().focus();
  await userEvent.keyboard('{Enter}');
}

type HomeOptions = WalletHomeProps & {
  readonly onError?: LatchkeyProviderProps['onError'];
  /** How many accounts of Ethereum there are beside the first. */
  readonly accounts?: number;
  readonly settings?: Partial<ClientSettings>;
  /** Hears of each request's path. */
  readonly onRequest?: (path: string) => void;
  /** Before the wallet is shown. */
  readonly before?: (kit: Kit) => Promise<unknown> | unknown;
};

/** Ada's wallet. */
export async function openHome({ accounts = 0, settings, onRequest, onError, before, ...props }: HomeOptions = {}) {
  const kit = await openKit();
  const { keys, sessions: _, ...own } = kit.client;
  const heard: typeof fetch = (input, init) => {
    onRequest?.(new URL(new Request(input, init).url).pathname);
    return kit.service.fetch(input, init);
  };
  const shared = { ...own.settings, fetch: heard, chains, trust: kit.service.trust };
  const client: Client = createClient({ ...shared, keys, ...settings });
  await kit.logIn();
  await addAccounts(kit.client, accounts);
  await before?.(kit);
  render(
    <LatchkeyProvider client={{ ...kit.client, settings: client.settings, fetch: client.fetch }} onError={onError}>
      <WalletHome {...props} />
    </LatchkeyProvider>,
  );
  return kit;
}

/** Twenty at a time, as many as one request takes. */
async function addAccounts(client: Client, count: number): Promise<void> {
  if (count === 0) return;
  const walletId = (await call(client, listWallets, {})).wallets[0]?.walletId ?? '';
  for (let first = 1; first <= count; first += 20)
    await call(client, createWalletAccounts, {
      walletId,
      accounts: Array.from({ length: Math.min(20, count + 1 - first) }, (__, at) => ({
        curve: 'CURVE_SECP256K1' as const,
        pathFormat: 'PATH_FORMAT_BIP32' as const,
        path: `m/44'/60'/0'/0/${first + at}`,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
      })),
    });
}
