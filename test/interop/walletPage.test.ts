import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  connect as connectFirst,
  createConfig as createFirst,
  getAccount as getFirst,
  reconnect as reconnectFirst,
  sendTransaction as sendFirst,
} from '@wagmi/core-2';
import { Window } from 'happy-dom';
import { createElement, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { createPublicClient, getAddress, http, parseEther, verifyMessage } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, disconnect, getAccount, sendTransaction, waitForTransactionReceipt } from 'wagmi/actions';
import { createEthereumProvider } from '../../src/adapters/ethereum/createEthereumProvider.js';
import { latchkeyConnector } from '../../src/adapters/wagmi/latchkeyConnector.js';
import { logout } from '../../src/client/session/logout.js';
import { LatchkeyProvider } from '../../src/hooks/LatchkeyProvider.js';
import { signByEthers } from './askByEthers.js';
import { payByProvider } from './askProvider.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';
import { PayButton } from './PayButton.js';
import { pay } from './pay.js';
import { Wallet } from './Wallet.js';
import { WalletApp } from './WalletApp.js';
import { wagmiConfig } from './wagmiConfig.js';

const to = getAddress(`0x${'5a'.repeat(20)}`);

let place: EvmPlace;
let ada: Person;
beforeAll(async () => {
  place = await openEvmPlace();
  ada = await place.person('ada@example.com');
}, 90_000);
afterAll(() => place?.close());

const reader = () => createPublicClient({ chain: place.chain, transport: http() });

test('the files that are run here are those of docs/wallet.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/wallet.md'), 'utf8');
  const blocks = [...page.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code]) => code);
  // The page has no semicolons, as the README.
  const files = [
    ...['Wallet.tsx', 'pay.ts', 'PayButton.tsx', 'WalletApp.tsx', 'askProvider.ts', 'askByEthers.ts', 'wagmiConfig.ts'],
    ...['payAll.ts', 'descriptors.ts', 'SolanaWallet.tsx', 'askSolanaWallet.ts', 'signByKit.ts'],
  ].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  expect(blocks).toEqual(files.map((code) => code.replace(/;$/gm, '')));
});

test('the page’s wallet is nobody’s on a server', () => {
  expect(renderToString(createElement(Wallet))).toBe('');
});

test('the page’s lines for viem pay', async () => {
  const hash = await pay(ada.client, place.chain, to);
  const sent = await reader().getTransaction({ hash });
  expect(sent).toMatchObject({
    from: ada.listed.address.toLowerCase(),
    to: to.toLowerCase(),
    value: parseEther('0.01'),
  });
});

test('the page’s lines for a provider pay, and sign by ethers', async () => {
  const own = await place.person('eve@example.com', { confirmSignatures: 'never' });
  const hash = await payByProvider(own.client, place.chain, to);
  const from = own.listed.address.toLowerCase();
  expect(await reader().getTransaction({ hash })).toMatchObject({
    from,
    to: to.toLowerCase(),
    value: parseEther('0.01'),
  });
  const signature = (await signByEthers(own.client, place.chain, 'hello')) as `0x${string}`;
  expect(await verifyMessage({ address: getAddress(from), message: 'hello', signature })).toBe(true);
});

test('the page’s lines for wagmi connect and pay', async () => {
  const own = await place.person('bob@example.com', { confirmSignatures: 'never' });
  const config = wagmiConfig(own.client, place.chain);
  const [connector] = config.connectors;
  if (!connector) throw new Error('There is no connector.');
  const { accounts } = await connect(config, { connector });
  expect(accounts).toEqual([getAddress(own.listed.address)]);
  const hash = await sendTransaction(config, { to, value: 3n });
  expect((await waitForTransactionReceipt(config, { hash, pollingInterval: 50 })).status).toBe('success');
  await disconnect(config);
  expect(getAccount(config).isConnected).toBe(false);
});

test('the connector is one of wagmi 2, too, and connects again after a reload', async () => {
  const own = await place.person('carol@example.com', { confirmSignatures: 'never' });
  const config = () =>
    createFirst({
      chains: [place.chain],
      connectors: [latchkeyConnector(own.client)],
      transports: { [place.chain.id]: http() },
    });
  const first = config();
  const [connector] = first.connectors;
  if (!connector) throw new Error('There is no connector.');
  expect(await connector.isAuthorized()).toBe(true);
  await connectFirst(first, { connector, chainId: place.chain.id });
  const hash = await sendFirst(first, { to, value: 5n });
  expect((await reader().waitForTransactionReceipt({ hash })).status).toBe('success');
  const next = config();
  await reconnectFirst(next);
  expect(getFirst(next).address).toBe(getAddress(own.listed.address));
  await logout(own.client);
  await expect.poll(() => getFirst(next).isConnected).toBe(false);
});

/** A page of a browser, to draw into. */
async function inPage(draw: () => ReactNode, look: (home: HTMLElement) => Promise<void>) {
  const window = new Window({ url: 'https://app.example.com' });
  const { document, location } = window;
  const own = ['addEventListener', 'removeEventListener', 'getComputedStyle'] as const;
  Object.assign(
    globalThis,
    { window, document, location },
    ...own.map((name) => ({ [name]: window[name].bind(window) })),
  );
  const home = globalThis.document.createElement('div');
  const root = createRoot(globalThis.document.body.appendChild(home));
  root.render(draw());
  await look(home);
  root.unmount();
  await window.happyDOM.close();
}

test('the page’s button pays when it is pressed', async () => {
  const before = await reader().getBalance({ address: to });
  const button = createElement(PayButton, { address: ada.listed.address, chain: place.chain, to });
  await inPage(
    () => createElement(LatchkeyProvider, { client: ada.client }, button),
    async (home) => {
      await expect.poll(() => home.querySelector('button')?.disabled).toBe(false);
      home.querySelector('button')?.click();
      await expect.poll(() => reader().getBalance({ address: to })).toBe(before + parseEther('0.01'));
    },
  );
});

/** Says when the effects of the page have run. */
function Ready(): string {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return isReady ? 'ready' : '';
}

test('the page’s app asks before something is signed', async () => {
  await inPage(
    () => createElement(WalletApp, { client: ada.client } as never, createElement(Ready)),
    async (home) => {
      await expect.poll(() => home.textContent).toBe('ready');
      const params = ['hello', ada.listed.address];
      const provider = createEthereumProvider(ada.client, { chains: [place.chain] });
      const answer = provider.request({ method: 'personal_sign', params });
      await expect
        .poll(() => document.querySelector('[data-latchkey="confirm"] h2')?.textContent)
        .toBe('Sign a message');
      document.querySelector<HTMLElement>('[data-part="reject"]')?.click();
      await expect(answer).rejects.toMatchObject({ code: 4001 });
    },
  );
});
