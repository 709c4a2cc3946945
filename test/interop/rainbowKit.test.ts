import type { Page } from 'playwright';
import { getAddress } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInPage } from '../../src/testing/logInPage.js';
import { openWalletBrowser, type WalletBrowser } from './walletBrowser.js';

let app: WalletBrowser;
beforeAll(async () => {
  app = await openWalletBrowser('rainbow/rainbowPage.tsx');
});
afterAll(() => app?.close());

const read = (page: Page, id: string) => page.locator(`output#${id}`).textContent();

async function addressOf(contact: string) {
  const { listed } = await app.place.person(contact);
  return getAddress(listed.address);
}

/** Its button, and the announced wallet in its list. */
async function connect(page: Page) {
  await page.getByRole('button', { name: 'Connect Wallet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Acme Wallet' }).click();
}

/** It says who is connected. */
const accountButton = (page: Page, address: string) =>
  page.getByRole('button', { name: `${address.slice(0, 4)}…${address.slice(-4)}` });

test('@rainbow-me/rainbowkit 2.2.11 with wagmi 2.19.5 lists the announced wallet, and connects it by our login', async () => {
  const contact = 'ada@example.com';
  const address = await addressOf(contact);
  const before = app.loopback.inbox.list(contact).length;
  const device = await app.openDevice();
  const page = await device.openTab();
  await connect(page);
  await page.getByRole('textbox', { name: 'Email address' }).fill(contact);
  await page.getByRole('textbox', { name: 'Email address' }).press('Enter');
  await page.getByRole('textbox', { name: '6-digit code' }).waitFor();
  await expect.poll(() => app.loopback.inbox.list(contact).length).toBe(before + 1);
  await page.locator('form:not([data-busy])').waitFor();
  await page
    .getByRole('textbox', { name: '6-digit code' })
    .pressSequentially(app.loopback.inbox.lastCode(contact) ?? '');
  await expect.poll(() => read(page, 'connected')).toBe(`Acme Wallet ${address}`);
  await accountButton(page, address).waitFor();
  expect(device.errors).toEqual([]);
  await device.close();
});

test('who is logged in is connected when the page opens, and again after having disconnected', async () => {
  const contact = 'bob@example.com';
  const address = await addressOf(contact);
  const device = await app.openDevice();
  const page = await device.openTab();
  await logInPage(page, app.loopback, contact);
  await accountButton(page, address).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect.poll(() => read(page, 'connected')).toBe('');
  expect(await read(page, 'state')).toBe('logged in');
  await connect(page);
  await expect.poll(() => read(page, 'connected')).toBe(`Acme Wallet ${address}`);
  await accountButton(page, address).waitFor();
  expect(device.errors).toEqual([]);
  await device.close();
});
