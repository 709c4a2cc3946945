import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { fromBase58, toBase58 } from '../../src/crypto/base58.js';
import { toHex } from '../../src/crypto/hex.js';
import { type BuiltDemo, startDemo } from './support/builtDemo.js';
import { button, logIn } from './support/login.js';
import { formsOf, keepTargetKeys, secretsInMemory, targetKeysOf } from './support/memory.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const key = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';
/** RFC 8032, 7.1, test 1: seed and public key, as Solana's wallets write them. */
const solanaKey = toBase58(
  new Uint8Array(
    Buffer.from(
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'hex',
    ),
  ),
);
const seed = toHex(fromBase58(solanaKey).subarray(0, 32));

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
/** Of a hex text. */
const every = (hex: string) => formsOf(Buffer.from(hex, 'hex').toString('base64url'));

/** Ada at her account. The test knows the private keys that exports are encrypted to. */
async function openAccount(): Promise<{ demo: BuiltDemo; page: Page; advanceMs: (ms: number) => Promise<void> }> {
  const demo = await startDemo('localhost', { pins: true });
  const visitor = await visit(demo, { permissions: ['clipboard-read', 'clipboard-write'] });
  await keepTargetKeys(visitor.page);
  await visitor.page.goto('/');
  await logIn(visitor.page, demo, 'ada@example.com');
  return { demo, ...visitor };
}

async function goOn(page: Page): Promise<void> {
  await page.getByLabel('I’m somewhere private').check();
  await button(page, 'Continue').click();
}

/** Holds the button until all of it is drawn. @returns what is drawn, line by line */
async function look(page: Page): Promise<string[]> {
  await button(page, 'Hold to show').hover();
  await page.mouse.down();
  const drawn = () => page.locator('[data-secret]').allTextContents();
  await expect.poll(async () => (await drawn()).every((line) => line !== '')).toBe(true);
  const lines = await drawn();
  await page.mouse.up();
  await expect.poll(async () => (await drawn()).join('')).toBe('');
  return lines;
}

/** Leaves the screen, and expects no secret in the page or the browser. */
async function leave(page: Page, secrets: readonly string[]): Promise<void> {
  // A phrase is asked for three of its words first.
  const written = button(page, 'I wrote it down');
  const isPhrase = await written.isVisible();
  if (isPhrase) await written.click();
  await button(page, isPhrase ? 'Not now' : 'Done').click();
  await button(page, 'Import a wallet').waitFor();
  expect(await secretsInMemory(page, secrets)).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
}

test('the key of an account that was exported, copied and left is nowhere in the page’s memory', async () => {
  const { page, advanceMs } = await openAccount();
  await button(page, 'Export private key').click();
  await goOn(page);
  await heading(page, 'Your private key').waitFor();
  const [shown = ''] = await look(page);
  expect(shown).toMatch(/^0x[\da-f]{64}$/);
  await button(page, 'Copy').click();
  await page.getByText('Copied. Cleared in a minute.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
  await advanceMs(61_000);
  await page.getByText('Clipboard cleared.').waitFor();
  await leave(page, [...every(shown.slice(2)), ...(await targetKeysOf(page))]);
});

test('a private key that was imported, exported and left is nowhere in the page’s memory', async () => {
  const { page } = await openAccount();
  await importKey(page, key);
  await button(page, 'Export Imported key').click();
  await goOn(page);
  await heading(page, 'Your private key').waitFor();
  expect(await look(page)).toEqual([`0x${key}`]);
  await leave(page, [...every(key), ...(await targetKeysOf(page))]);
});

test('a key of Solana that was imported, exported and left is nowhere in the page’s memory', async () => {
  const { page } = await openAccount();
  await importKey(page, solanaKey);
  await button(page, 'Export Imported key').click();
  await goOn(page);
  await heading(page, 'Your private key').waitFor();
  expect(await look(page)).toEqual([solanaKey]);
  await leave(page, [solanaKey, ...every(seed), ...(await targetKeysOf(page))]);
});

test('words and their passphrase that were imported, exported and left are nowhere in the page’s memory', async () => {
  const { page } = await openAccount();
  const passphrase = 'quiet harbour lantern';
  await button(page, 'Import a wallet').click();
  await field(page, 'Recovery phrase').fill(words);
  await button(page, 'Add a passphrase').click();
  await field(page, 'Passphrase').fill(passphrase);
  await page.getByText('All words fit together.').waitFor();
  await button(page, 'Import wallet').click();
  await heading(page, 'Wallet imported').waitFor();
  await button(page, 'Done').click();
  await button(page, 'Export Imported wallet').click();
  await goOn(page);
  await heading(page, 'Your recovery phrase').waitFor();
  expect(await look(page)).toEqual([...words.split(' '), passphrase]);
  await leave(page, [
    words,
    'wave sausage worth',
    passphrase,
    ...every('7f'.repeat(16)),
    ...(await targetKeysOf(page)),
  ]);
});

test.for([
  { exported: 'Export Wallet', heading: 'Your recovery phrase' },
  { exported: 'Export private key', heading: 'Your private key' },
])(
  'an approved export ($exported) is shown, also after a reload, and is then nowhere in the page’s memory',
  async ({ exported, heading: title }) => {
    const { demo, page } = await openAccount();
    const bob = await demo.addBob();
    await button(page, exported).click();
    await goOn(page);
    await heading(page, 'Waiting for approval').waitFor();
    const made = await targetKeysOf(page);
    expect(await secretsInMemory(page, made)).toEqual([]);
    await page.reload();
    await button(page, exported).click();
    await heading(page, 'Waiting for approval').waitFor();
    await bob.approveAll();
    await heading(page, title).waitFor();
    const lines = await look(page);
    const shown = lines.length > 1 ? [lines.join(' '), lines.slice(4, 7).join(' ')] : every(lines[0]?.slice(2) ?? '');
    await leave(page, [...shown, ...made]);
  },
);

test('an approved export that was waited for on the screen is nowhere in the page’s memory after the person leaves', async () => {
  const { demo, page } = await openAccount();
  const bob = await demo.addBob();
  await button(page, 'Export Wallet').click();
  await goOn(page);
  await heading(page, 'Waiting for approval').waitFor();
  await bob.approveAll();
  await heading(page, 'Your recovery phrase').waitFor();
  const lines = await look(page);
  await leave(page, [lines.join(' '), lines.slice(4, 7).join(' '), ...(await targetKeysOf(page))]);
});

async function importKey(page: Page, text: string): Promise<void> {
  await button(page, 'Import a wallet').click();
  await button(page, 'Use private key').click();
  await field(page, 'Private key').fill(text);
  await field(page, 'Name').waitFor();
  await button(page, 'Import key').click();
  await heading(page, 'Key imported').waitFor();
  await button(page, 'Done').click();
}
