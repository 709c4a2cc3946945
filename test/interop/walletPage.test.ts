import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { type Chain, createPublicClient, createTestClient, getAddress, http, parseEther } from 'viem';
import { hardhat } from 'viem/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { listWalletAccounts } from '../../src/contract/wallets.queries.js';
import { LatchkeyProvider } from '../../src/hooks/LatchkeyProvider.js';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { type LoggedIn, logIn } from '../../src/testing/logIn.js';
import { type EvmNode, openEvmNode } from './evm.js';
import { PayButton } from './PayButton.js';
import { pay } from './pay.js';

const to = getAddress(`0x${'5a'.repeat(20)}`);

let node: EvmNode;
let service: TestService;
let ada: LoggedIn;
let address: string;
let chain: Chain;
beforeAll(async () => {
  [node, service] = await Promise.all([openEvmNode(), createTestService()]);
  ada = await logIn(service, 'ada@example.com', { autoRefresh: false });
  const { accounts } = await call(ada.client, listWalletAccounts, {});
  address = accounts.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM')?.address ?? '';
  chain = { ...hardhat, rpcUrls: { default: { http: [node.url] } } };
  const ruler = createTestClient({ chain, mode: 'hardhat', transport: http() });
  await ruler.setBalance({ address: getAddress(address), value: parseEther('1') });
}, 90_000);
afterAll(async () => {
  await Promise.all([node?.stop(), service?.close()]);
});

const reader = () => createPublicClient({ chain, transport: http() });

test('the files that are run here are those of docs/wallet.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/wallet.md'), 'utf8');
  const blocks = [...page.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code]) => code);
  // The page has no semicolons, as the README.
  const files = ['pay.ts', 'PayButton.tsx'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  expect(blocks).toEqual(files.map((code) => code.replace(/;$/gm, '')));
});

test('the page’s lines for viem pay', async () => {
  const hash = await pay(ada.client, chain, to);
  const sent = await reader().getTransaction({ hash });
  expect(sent).toMatchObject({ from: address.toLowerCase(), to: to.toLowerCase(), value: parseEther('0.01') });
});

test('the page’s button pays when it is pressed', async () => {
  const before = await reader().getBalance({ address: to });
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  const place = document.createElement('div');
  const root = createRoot(place);
  const button = createElement(PayButton, { address, chain, to });
  const provided = createElement(LatchkeyProvider, { client: ada.client }, button);
  root.render(provided);
  await expect.poll(() => place.querySelector('button')?.disabled).toBe(false);
  place.querySelector('button')?.click();
  await expect.poll(() => reader().getBalance({ address: to })).toBe(before + parseEther('0.01'));
  root.unmount();
  await window.happyDOM.close();
});
