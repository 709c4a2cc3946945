import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { alone } from '../support/alone.js';
import { accessibilityFaults } from './support/axe.js';
import { type BuiltDemo, startDemo } from './support/builtDemo.js';
import { button, code, email, expectFocus, typeCode } from './support/login.js';
import { faultsOfLook, looks, setRoot } from './support/looks.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const pane = (page: Page, name: string) => page.getByRole('region', { name });
const tab = (page: Page, name: string) => page.locator('.tabs').getByRole('tab', { name });
const wallet = (page: Page) => page.locator('[data-latchkey="wallet"][data-state="some"]');

/** Logs in with the code that stands beside the card. @returns the code */
async function logInByPane(page: Page): Promise<string> {
  await email(page).fill('ada@example.com');
  await email(page).press('Enter');
  await code(page).waitFor();
  const digits = page.locator('.pane .code code');
  await digits.waitFor();
  const sent = await digits.innerText();
  await typeCode(page, sent);
  await wallet(page).waitFor();
  return sent;
}

async function open(options: Parameters<typeof visit>[1] = {}) {
  const demo: BuiltDemo = await startDemo('localhost', { page: 'tour', pins: true });
  const { page } = await visit(demo, { viewport: { width: 1280, height: 900 }, ...options });
  await page.goto('/');
  return page;
}

test('from the login to the wallet, Bob’s two requests and the proof that the backend takes', async () => {
  const page = await open();
  await logInByPane(page);
  expect(await accessibilityFaults(page)).toEqual([]);

  await tab(page, 'Approvals 2').click();
  await page.getByText(/^Send 0\.01 ETH/).waitFor();
  await page.getByText(/spend an unlimited amount/).waitFor();
  await page.getByText('Bob shares this wallet. What he asks for waits for you.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByText(/^Send 0\.01 ETH/).click();
  await page.locator('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect.poll(() => page.getByText(/^Send 0\.01 ETH/).count()).toBe(0);

  await tab(page, 'Account').click();
  await page.locator('[data-latchkey="account"]').getByText('ada@example.com').waitFor();
  await button(page, 'Ask').click();
  await page.getByText('Our backend knows you.').waitFor();
  await page.getByText('GET /api/me').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.reload();
  await wallet(page).waitFor();
});

test('Bob asks once by himself, and again when he is told to', async () => {
  const page = await open();
  await logInByPane(page);
  const waiting = page.getByText(/^Send 0\.01 ETH/);
  await tab(page, 'Approvals').click();
  await waiting.waitFor();
  await tab(page, 'Wallet').click();
  await tab(page, 'Approvals').click();
  await button(page, 'Let Bob ask again').waitFor();
  await expect.poll(() => waiting.count()).toBe(1);
  await button(page, 'Let Bob ask again').click();
  await expect.poll(() => waiting.count()).toBe(2);
});

test('Bob who was added without his policy gets it on the next try', async () => {
  const path = '/public/v1/submit/create_policy';
  const page = await open({ refusals: [`${path} 500`] });
  const body = { code: 13, message: 'Out of order.', details: [] };
  await page.route(`**${path}`, (route) => route.fulfill({ status: 500, json: body }), { times: 1 });
  await logInByPane(page);
  await tab(page, 'Approvals').click();
  await page.getByText('That didn’t work. Try again.').waitFor();
  await page.reload();
  await wallet(page).waitFor();
  await tab(page, 'Approvals').click();
  await page.getByText(/^Send 0\.01 ETH/).waitFor();
  await page.getByText(/spend an unlimited amount/).waitFor();
});

test('what goes over the wire stands beside the shop, without its secrets', async () => {
  const page = await open();
  const sent = await logInByPane(page);
  const wire = pane(page, 'On the wire');
  for (const operation of ['otp_verify_v2', 'signup', 'otp_login'])
    await wire.getByText(operation, { exact: true }).waitFor();
  await wire.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const each of all) each.open = true;
  });
  const shown = await wire.innerText();
  expect(shown).toContain('"encryptedOtpBundle": "•••"');
  expect(shown).not.toMatch(alone(sent));
  expect(shown).not.toMatch(/eyJ[\w-]{40}/);
  expect(shown).not.toContain('no answer');
});

test('the bar changes the theme, the accent and the language, and a change of the language keeps the login', async () => {
  const page = await open();
  await button(page, 'Dark').click();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 15, 20)');
  await button(page, 'Green').click();
  const fill = () => button(page, 'Continue').evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(fill).toBe('rgb(11, 110, 79)');
  await logInByPane(page);
  await page.getByLabel('Language').selectOption('ar');
  await page
    .getByRole('button', { name: 'إرسال' })
    .or(page.getByRole('button', { name: 'استلام' }))
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('the bar and the inbox are pressed in the middle of a login, which goes on from where it was', async () => {
  const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await email(page).fill('ada@example.com');
  await button(page, 'Dark').click();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(13, 15, 20)');
  await email(page).press('Enter');
  await code(page).waitFor();
  await button(page, 'Copy').click();
  await button(page, 'Copied').waitFor();
  await page.getByLabel('Language').selectOption('de');
  const field = page.getByRole('textbox', { name: '6-stelliger Code' });
  await field.waitFor();
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
  await wallet(page).waitFor();
});

test('a passkey is offered once, after a login on a device that keeps them', async () => {
  const demo = await startDemo('localhost', { page: 'tour', pins: true });
  await demo.configure({ allowedAuthMethods: ['email', 'passkey'] });
  const { page, context } = await visit(demo, { viewport: { width: 1280, height: 900 } });
  const debug = await context.newCDPSession(page);
  await debug.send('WebAuthn.enable');
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
  });
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await email(page).press('Enter');
  const digits = page.locator('.pane .code code');
  await digits.waitFor();
  await typeCode(page, await digits.innerText());
  await button(page, 'Create a passkey').waitFor();
  expect(await page.locator('.tabs').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Not now').click();
  await wallet(page).waitFor();
  await page.reload();
  await wallet(page).waitFor();
});

test('what was told to fail fails once', async () => {
  const page = await open();
  await button(page, 'Fail next').click();
  await email(page).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Something’s wrong on our side. Try again in a moment.').waitFor();
  await page.keyboard.press('Enter');
  await code(page).waitFor();
});

test('by keyboard alone: the login, the tabs by arrows, and the focus where the person is', async () => {
  const page = await open();
  await email(page).focus();
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Enter');
  await expectFocus(code(page));
  const digits = page.locator('.pane .code code');
  await digits.waitFor();
  await page.keyboard.type(await digits.innerText());
  await wallet(page).waitFor();
  await expectFocus(page.getByRole('main'));
  await page.keyboard.press('Tab');
  await expectFocus(tab(page, 'Wallet'));
  await page.keyboard.press('ArrowRight');
  await expectFocus(tab(page, 'Approvals'));
  await page.keyboard.press('End');
  await expectFocus(tab(page, 'Account'));
  await page.locator('[data-latchkey="account"]').waitFor();
  await page.keyboard.press('ArrowRight');
  await expectFocus(tab(page, 'Wallet'));
  await page
    .locator('[data-latchkey=button]')
    .getByRole('button', { name: /^Your account/ })
    .focus();
  await page.keyboard.press('Enter');
  await button(page, 'Log out').press('Enter');
  await email(page).waitFor();
  await expectFocus(page.getByRole('main'));
});

test.for(Object.entries(looks))('the tour passes axe and fits, %s', async ([name, look]) => {
  const { root: _, ...options } = look;
  const page = await open(options);
  await setRoot(page, look);
  const faults: Record<string, string[]> = {};
  const stop = async (screen: string) => {
    const found = await faultsOfLook(page, name, screen);
    if (found.length > 0) faults[screen] = found;
  };
  await email(page).waitFor();
  await stop('logged out');
  await logInByPane(page);
  await stop('wallet');
  await tab(page, 'Approvals').click();
  await page.getByText(/^Send 0\.01 ETH/).waitFor();
  await stop('approvals');
  await tab(page, 'Account').click();
  await button(page, 'Ask').click();
  await page.getByText('Our backend knows you.').waitFor();
  await stop('account');
  expect(faults).toEqual({});
});
