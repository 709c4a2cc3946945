import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createPublicClient, getAddress, http, parseEther } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LatchkeyProvider } from '../../src/hooks/LatchkeyProvider.js';
import { type EvmPlace, openEvmPlace, type Person } from './evmPlace.js';
import { PayButton } from './PayButton.js';
import { pay } from './pay.js';

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
  const files = ['pay.ts', 'PayButton.tsx'].map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'));
  expect(blocks).toEqual(files.map((code) => code.replace(/;$/gm, '')));
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

test('the page’s button pays when it is pressed', async () => {
  const before = await reader().getBalance({ address: to });
  const window = new Window();
  Object.assign(globalThis, { window, document: window.document });
  const home = document.createElement('div');
  const root = createRoot(home);
  const button = createElement(PayButton, { address: ada.listed.address, chain: place.chain, to });
  const provided = createElement(LatchkeyProvider, { client: ada.client }, button);
  root.render(provided);
  await expect.poll(() => home.querySelector('button')?.disabled).toBe(false);
  home.querySelector('button')?.click();
  await expect.poll(() => reader().getBalance({ address: to })).toBe(before + parseEther('0.01'));
  root.unmount();
  await window.happyDOM.close();
});
