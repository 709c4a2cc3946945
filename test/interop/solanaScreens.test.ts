import { Keypair } from '@solana/web3.js';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { openLoopback } from './loopback.js';
import { openSolanaNode } from './solanaNode.js';
import { openAppBrowser } from './walletBrowser.js';

const sol = 1_000_000_000n;

test('a person signs up by a code, and sends SOL by the wallet’s screens, by keyboard alone, once, though an answer is lost', async () => {
  const [loopback, node] = await Promise.all([openLoopback(), openSolanaNode()]);
  const app = await openAppBrowser('solanaPage.tsx', loopback, node.chain);
  onTestFinished(async () => {
    await app.close();
    node.stop();
    await loopback.close();
  });
  const device = await app.openDevice();
  const page = await device.openTab();
  await logInByCode(page, () => loopback.inbox.lastCode('ada@example.com'));

  await page.getByRole('button', { name: 'Solana 1', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Receive', exact: true }).press('Enter');
  const own = (await page.locator('p[data-part="address"]').textContent()) ?? '';
  node.give(own, 3n * sol);
  await page.getByRole('button', { name: 'Back', exact: true }).press('Enter');

  const to = Keypair.generate().publicKey.toBase58();
  let sends = 0;
  await page.route(
    () => true,
    async (route) => {
      const isSend = route.request().postData()?.includes('"sendTransaction"') === true;
      if (!isSend) return route.continue();
      sends += 1;
      if (sends > 1) return route.continue();
      await route.fetch(); // it arrives, and nobody hears of it
      return route.abort();
    },
  );
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByLabel(/^Amount/).fill('1.25');
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  // Half a second after the review was drawn.
  await expect.poll(() => confirm.getAttribute('aria-disabled')).not.toBe('true');
  await confirm.press('Enter');
  await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
  expect(sends).toBeGreaterThan(1);
  expect(node.balance(to)).toBe((5n * sol) / 4n);
  expect(node.balance(own)).toBe((7n * sol) / 4n - 5_000n);
  expect(device.errors.filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([]);
  await device.close();
}, 300_000);

async function logInByCode(page: Page, lastCode: () => string | undefined): Promise<void> {
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await page.getByLabel('6-digit code').waitFor();
  await expect.poll(lastCode).toBeTruthy();
  await page.getByLabel('6-digit code').pressSequentially(lastCode() ?? '');
}
