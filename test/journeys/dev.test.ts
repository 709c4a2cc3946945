import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, inject, onTestFinished, test } from 'vitest';
import { devConfigId } from '../../src/service/dev/devSettings.js';
import { startDev } from '../../src/service/node/startDev.js';
import { accessibilityFaults } from './support/axe.js';
import { code, expectFocus } from './support/login.js';
import { openBrowser, type VisitorOptions, visit } from './support/visitor.js';

openBrowser();

/** `latchkey dev` in a new folder, and codes requested as by an app. */
async function openDev() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-dev-'));
  const running = await startDev({
    variables: { PORT: '0', LATCHKEY_DATA: folder },
    reach: 'loopback',
    widgetFolder: join(inject('builtDemo').folder, 'embed'),
  });
  onTestFinished(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url } = running;
  /** @returns the code, once it has landed */
  async function ask(contact: string): Promise<string> {
    const otpType = contact.includes('@') ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
    const before = (await list()).length;
    const response = await fetch(`${url}/v1/otp_init`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': devConfigId },
      body: JSON.stringify({ otpType, contact }),
    });
    expect(response.status).toBe(200);
    await expect.poll(async () => (await list()).length).toBe(before + 1);
    return (await list())[0]?.code ?? '';
  }
  const list = async (): Promise<{ code: string }[]> => (await fetch(`${url}/dev/inbox`)).json();
  return { url, ask, violations: [], advanceMs: () => {} };
}

/** The frame of an e-mail, which neither the test clock nor axe can reach. */
const ofTools = /^Failed to execute 'postMessage' .*'null'|^Blocked script execution in '[^']*\/dev\/message\?id=/;

const codes = (page: Page): Promise<string[]> => page.locator('ol > li code').allTextContents();
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

/** Presses Tab until the element with that name has the focus. */
async function tabTo(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${name}.`);
}

test('a newcomer pastes the snippet, sees the code come, copies it, reads the mail and clears, by keyboard alone', async () => {
  const dev = await openDev();
  const { page, context } = await visit(dev, { ofTools });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await tabTo(page, 'button', 'Copy the snippet');
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).toContain(`authProxyUrl: '${dev.url}'`);
  expect(await clipboard(page)).toContain(`authProxyConfigId: '${devConfigId}'`);

  expect(await page.getByText('No messages yet').isVisible()).toBe(true);
  const first = await dev.ask('ada@example.com');
  await expect.poll(() => codes(page)).toEqual([first]);
  expect(await page.getByText('No messages yet').isVisible()).toBe(false);
  expect(await page.locator('[data-says]').textContent()).toBe('1 new message');

  await tabTo(page, 'link', 'Open inbox');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Development inbox' }).waitFor();
  await tabTo(page, 'button', 'Copy code for ada@example.com');
  await page.keyboard.press('Enter');
  await expect.poll(() => clipboard(page)).toBe(first);

  const summary = page.getByText('Full message').first();
  await page.keyboard.press('Tab');
  await expectFocus(summary);
  await page.keyboard.press('Enter');
  await page.frameLocator('iframe').getByText(first, { exact: true }).waitFor();

  const second = await dev.ask('+4915112345678');
  await expect.poll(() => codes(page)).toEqual([second, first]);
  await expectFocus(summary.or(page.getByText('Full message').nth(1)).last()); // still there, and still open
  expect(await page.frameLocator('iframe').getByText(first, { exact: true }).isVisible()).toBe(true);

  await page.keyboard.press('Control+Home');
  await tabTo(page, 'button', 'Clear');
  await page.keyboard.press('Enter');
  await page.getByText('No messages yet').waitFor();
  expect(await codes(page)).toEqual([]);
});

test('the login on the page to start from is tried and left by keyboard alone, with the code that lands beside it', async () => {
  const dev = await openDev();
  const { page } = await visit(dev);
  await page.goto('/');
  await page.getByLabel('Email address').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expect.poll(() => codes(page)).toHaveLength(1);
  await code(page).waitFor();
  await page.keyboard.type((await codes(page))[0] ?? '');
  const logOut = page.getByRole('button', { name: 'Log out' });
  await expectFocus(logOut);
  await page.getByText(/You are logged in\. Your user id is [0-9a-f-]{36}\./).waitFor();

  await page.reload();
  await logOut.waitFor();
  await tabTo(page, 'button', 'Log out');
  await page.keyboard.press('Enter');
  await expectFocus(page.getByLabel('Email address'));
  expect(await logOut.isVisible()).toBe(false);
});

test('auto-refresh can be switched off, stays off, and Refresh still brings what has come', async () => {
  const dev = await openDev();
  const { page } = await visit(dev);
  await page.goto('/dev/inbox');
  const toggle = page.getByRole('button', { name: 'Auto-refresh' });
  await toggle.click();
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');
  const code = await dev.ask('ada@example.com');
  await page.clock.fastForward(10_000);
  await page.waitForTimeout(500);
  expect(await codes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Refresh' }).click();
  await expect.poll(() => codes(page)).toEqual([code]);
  await expect.poll(() => toggle.getAttribute('aria-pressed')).toBe('false');
  await toggle.click();
  const next = await dev.ask('ada@example.com');
  await expect.poll(() => codes(page)).toEqual([next, code]);
});

test('without a script everything is there but what only a script can do', async () => {
  const dev = await openDev();
  const code = await dev.ask('ada@example.com');
  const { page } = await visit(dev, { ofTools, javaScriptEnabled: false });
  await page.goto('/dev/inbox');
  expect(await codes(page)).toEqual([code]);
  expect(await page.getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Latchkey is running' }).waitFor();
});

const looks: Record<string, VisitorOptions> = {
  light: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 320, height: 568 } },
  'narrow and dark': { viewport: { width: 320, height: 568 }, colorScheme: 'dark' },
  'in forced colours': { viewport: { width: 1280, height: 800 }, forcedColors: 'active' },
};

test.for(Object.entries(looks))('the pages pass axe and fit: %s', async ([name, options]) => {
  const dev = await openDev();
  const { page } = await visit(dev, { ...options, ofTools });
  const faults: Record<string, string[]> = {};
  const look = async (screen: string) => {
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    const tooWide = width > (options.viewport?.width ?? 0) ? [`scrolls sideways: ${width} px`] : [];
    const found = [...(await accessibilityFaults(page)), ...tooWide];
    if (found.length > 0) faults[screen] = found;
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `dev ${screen}, ${name}.png`), fullPage: true });
  };
  await page.goto('/');
  const contact = page.getByLabel('Email address');
  await contact.waitFor();
  await look('start, empty');
  await page.goto('/dev/inbox');
  await look('inbox, empty');
  await dev.ask('a.person.with.a.rather.long.name+and-more@mail.example.com');
  await dev.ask('+4915112345678');
  await page.goto('/');
  await contact.waitFor();
  await look('start');
  await page.goto('/dev/inbox');
  await page.getByText('Full message').last().click();
  await page.frameLocator('iframe').getByText('code').locator('visible=true').first().waitFor();
  await page.locator('iframe').scrollIntoViewIfNeeded();
  await look('inbox');
  await page.goto('/dev/inbox?contact=%2B4915112345678');
  await look('inbox of one');
  await page.goto('/');
  await contact.fill('ada@example.com');
  await contact.press('Enter');
  await code(page).waitFor();
  await expect.poll(() => codes(page)).toHaveLength(3);
  await page.keyboard.type((await codes(page))[0] ?? '');
  await page.getByText('You are logged in.').waitFor();
  await look('start, logged in');
  expect(faults).toEqual({});
});
