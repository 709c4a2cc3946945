import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium as playwright } from 'playwright';
import { createPublicClient, http, parseEther } from 'viem';
import { hardhat } from 'viem/chains';
import { expect, onTestFinished, test } from 'vitest';
import { chromium } from '../support/chromium.js';

const root = join(import.meta.dirname, '../..');
const to = `0x${'5a'.repeat(20)}` as const;

/** `npm start -- --chain`. @returns where the demo and the node are */
async function startTour(): Promise<{ url: string; node: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tour-'));
  const env = { ...process.env, PORT: '0', LATCHKEY_DATA: folder };
  const child = spawn(process.execPath, ['scripts/start.mjs', '--chain'], { cwd: root, env, stdio: 'pipe' });
  const ended = new Promise((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  let printed = '';
  const read = (text: Buffer) => {
    printed += text;
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  await expect.poll(() => printed).toMatch(/^latchkey ready /m);
  const found = (line: RegExp) => line.exec(printed)?.[1] ?? '';
  return { url: found(/^latchkey ready (\S+)$/m), node: found(/^ {2}chain +(\S+)$/m) };
}

test('in the demo on a test chain a person signs up, takes a test ether and sends a part of it, which is mined and said to be done, by keyboard alone', async () => {
  const { url, node } = await startTour();
  const reader = createPublicClient({ chain: hardhat, transport: http(node) });
  const browser = await playwright.launch(chromium());
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()));
  page.setDefaultTimeout(60_000);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

  await page.goto(url);
  await page.getByText('Log in to Acme').waitFor();
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.keyboard.press('Enter');
  const sent = page.locator('.pane .code code');
  await page.getByLabel('6-digit code').waitFor();
  await page.getByLabel('6-digit code').pressSequentially(await sent.innerText());
  const wallet = page.locator('[data-latchkey="wallet"]');
  await wallet.getByRole('button', { name: 'Ethereum 1', exact: true }).waitFor();
  // A page in development starts each of its looks twice, and gives the first one up.
  const wire = page.getByRole('region', { name: 'On the wire' });
  expect(await wire.getByText('no answer').count()).toBe(0);

  await press('Get 1 test ETH');
  await page.getByText('1 ETH came.').waitFor();
  await expect.poll(() => wallet.locator('[data-part="figure"]').innerText()).toMatch(/^1\b/);

  await wallet.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  await page.getByLabel('To', { exact: true }).fill(to);
  await page.getByLabel(/^Amount/).fill('0.25');
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  // Half a second after the review was drawn.
  await expect.poll(() => confirm.getAttribute('aria-disabled')).not.toBe('true');
  await confirm.press('Enter');
  await page.getByRole('heading', { name: 'Sent', exact: true }).waitFor();
  expect(await reader.getBalance({ address: to })).toBe(parseEther('0.25'));
  const { transactions } = await reader.getBlock({ includeTransactions: true });
  expect(transactions.map(({ to: receiver, value }) => [receiver, value])).toEqual([[to, parseEther('0.25')]]);

  await press('Done');
  await wallet.getByRole('tab', { name: 'Accounts' }).press('ArrowRight');
  await wallet.getByText(/^Send 0\.25 ETH \(Test chain\) to /).waitFor();
  await expect.poll(() => wallet.locator('[data-part="item"]').first().innerText()).toMatch(/· done$/);
  expect(complaints).toEqual([]);
});
