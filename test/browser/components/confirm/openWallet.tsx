import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { createEthereumProvider } from '../../../../src/adapters/ethereum/createEthereumProvider.js';
import type { ClientSettings } from '../../../../src/client/settings.js';
import { WalletDialogs } from '../../../../src/components/confirm/WalletDialogs.js';
import { type QuietNodeOptions, quietNode } from '../../../support/quietNode.js';
import { openKit } from '../../hooks/kit.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/wallet/wallet.css';

/** Addresses that nobody has paid. */
export const to = `0x${'bb'.repeat(20)}`;
export const other = `0x${'cc'.repeat(20)}`;

export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const title = (name: string) => page.getByRole('heading', { name });
export const enabled = (name: string) =>
  expect.poll(() => button(name).element().getAttribute('aria-disabled')).toBe('false');

type WalletOptions = Pick<ClientSettings, 'language' | 'descriptors' | 'confirmSignatures'> & { beside?: ReactNode };

/** A page with the dialogs of the wallet, and a provider on Base. */
export async function openWallet({
  language,
  descriptors,
  confirmSignatures,
  beside,
  ...options
}: WalletOptions & QuietNodeOptions = {}) {
  const kit = await openKit({ language, descriptors, confirmSignatures });
  const node = quietNode(8453, 'Base', options);
  const provider = createEthereumProvider(kit.client, { chains: [node.chain], fetch: node.fetch });
  const shown = (
    <>
      <WalletDialogs />
      {beside}
    </>
  );
  render(shown, { wrapper: kit.wrapper });
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params }) as Promise<never>;
  return {
    ...kit,
    node,
    provider,
    request,
    /** Logs in. @returns the address of Ethereum */
    async enter(): Promise<`0x${string}`> {
      await kit.logIn();
      const [address] = (await request('eth_accounts')) as readonly `0x${string}`[];
      return address ?? '0x';
    },
  };
}

/** The number of the error that a request is refused with, and the code of the kit's own. */
export async function refusal(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const { code, data } = error as { readonly code?: number; readonly data?: { readonly code?: string } };
  return [code, data?.code];
}
