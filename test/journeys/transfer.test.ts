import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { accessibilityFaults } from './support/axe.js';
import { startDemo } from './support/builtDemo.js';
import { alert, button, code, logIn, nextCode } from './support/login.js';
import { secretsInMemory } from './support/memory.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const address = '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25';
const key = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';
const entropy = '7f'.repeat(16);

const phrase = (page: Page) => page.getByRole('textbox', { name: 'Recovery phrase' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const hold = (page: Page) => button(page, 'Hold to show');
const drawn = (page: Page) => page.locator('[data-secret]').allTextContents();

/** Ada, at her account. */
async function openAccount(refusals: readonly string[] = []) {
  const demo = await startDemo('localhost', { pins: true });
  const visitor = await visit(demo, {
    refusals,
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 390, height: 844 },
  });
  await visitor.page.goto('/');
  await logIn(visitor.page, demo, 'ada@example.com');
  return { demo, ...visitor };
}

async function importWords(page: Page, text: string): Promise<void> {
  await button(page, 'Import a wallet').click();
  await phrase(page).fill(text);
  await page.getByText('All words fit together.').waitFor();
  await button(page, 'Import wallet').click();
  await heading(page, 'Wallet imported').waitFor();
}

async function showWords(page: Page): Promise<void> {
  await button(page, 'Export Wallet').click();
  await page.getByLabel('I’m somewhere private').check();
  await button(page, 'Continue').click();
}

test('words that are imported under the strict policy leave nothing in the page’s memory', async () => {
  const { page } = await openAccount();
  const numbered = words.split(' ').map((word, index) => `${index + 1}. ${word}`);
  await importWords(page, numbered.join('\n'));
  expect(await page.getByText(address.slice(0, 6)).first().isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Done').click();
  await page.getByText('Imported wallet').waitFor();
  expect(await secretsInMemory(page, [words, 'sausage worth useful', '6. sausage', entropy])).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('sausage');
});

test('if the list of words does not load, typing and importing show an error', async () => {
  const demo = await startDemo('localhost', { pins: true });
  const { page } = await visit(demo, { tolerated: /^\/assets\/english-.* net::ERR_FAILED$/ });
  await page.route('**/english-*.js', (route) => route.abort());
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  await button(page, 'Import a wallet').click();
  const failed = page.locator('[data-latchkey="import"][data-error="NETWORK_FAILED"]');
  await button(page, 'Import wallet').click();
  await failed.waitFor();
  await phrase(page).fill(words); // clears the earlier error
  await failed.waitFor();
  await alert(page).waitFor();
});

test('a private key that is imported leaves nothing in the page’s memory', async () => {
  const { page } = await openAccount();
  await button(page, 'Import a wallet').click();
  await button(page, 'Use private key').click();
  await page.getByRole('textbox', { name: 'Private key' }).fill(key);
  await page.getByText('0x9858EfFD232B4033E47d90003D41EC34EcaEda94').waitFor();
  await button(page, 'Import key').click();
  await heading(page, 'Key imported').waitFor();
  await button(page, 'Done').click();
  expect(await secretsInMemory(page, [key, key.toUpperCase()])).toEqual([]);
});

test('words that are exported are seen while the button is held, are copied for a minute, and leave nothing in the page’s memory', async () => {
  const { page, advanceMs } = await openAccount();
  await showWords(page);
  await heading(page, 'Your recovery phrase').waitFor();
  await hold(page).hover();
  await page.mouse.down();
  await expect.poll(async () => (await drawn(page)).every((word) => /^[a-z]{3,8}$/.test(word))).toBe(true);
  const secret = (await drawn(page)).join(' ');
  expect(secret.split(' ')).toHaveLength(12);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.mouse.up();
  await expect.poll(async () => (await drawn(page)).join('')).toBe('');
  expect(await page.content()).not.toContain(secret.split(' ').slice(0, 3).join(' '));

  await hold(page).focus();
  await page.keyboard.down('Space');
  await expect.poll(async () => (await drawn(page)).join(' ')).toBe(secret);
  await page.keyboard.up('Space');
  await expect.poll(async () => (await drawn(page)).join('')).toBe('');

  await button(page, 'Copy').click();
  await page.getByText('Copied. Cleared in a minute.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await advanceMs(61_000);
  await page.getByText('Clipboard cleared.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('');

  await button(page, 'I wrote it down').click();
  await heading(page, 'Check your words').waitFor();
  for (const label of await page.getByText(/^Word \d+$/).all()) {
    const place = Number((await label.innerText()).slice('Word '.length));
    await page.getByLabel(`Word ${place}`, { exact: true }).fill(secret.split(' ')[place - 1] ?? '');
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await heading(page, 'You have your phrase').waitFor();
  await button(page, 'Done').click();
  await button(page, 'Export Wallet').waitFor();
  const three = secret.split(' ').slice(4, 7).join(' ');
  expect(await secretsInMemory(page, [secret, three])).toEqual([]);
});

test('who logged in too long ago confirms that it is them before words are shown', async () => {
  const { demo, page, advanceMs } = await openAccount(['/public/v1/submit/export_wallet 403']);
  await advanceMs(11 * 60_000);
  await showWords(page);
  await page.getByText('Confirm it’s you').waitFor();
  await page.locator('[data-latchkey="export"]').getByText('ada@example.com').waitFor();
  const sent = await nextCode(demo, () => button(page, 'Send code').click());
  await code(page).pressSequentially(sent);
  await heading(page, 'Your recovery phrase').waitFor();
});

test('a wrong word, a wrong order and a taken name are shown before anything is lost', async () => {
  const { page } = await openAccount(['/public/v1/submit/import_wallet 409']);
  await button(page, 'Import a wallet').click();
  await phrase(page).fill(words.replace('worth', 'wroth'));
  await page.getByText('Word 7 isn’t in the list.').waitFor();
  await button(page, 'Word 7: use worth').click();
  await page.getByText(address).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Name').fill('Wallet');
  await button(page, 'Import wallet').click();
  await expect.poll(() => alert(page).textContent()).toBe('You already use this name. Choose another.');
  await page.getByLabel('Name').fill('Old wallet');
  await button(page, 'Import wallet').click();
  await heading(page, 'Wallet imported').waitFor();
});
