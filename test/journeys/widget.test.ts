import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { accessibilityFaults } from './support/axe.js';
import { startDemo } from './support/builtDemo.js';
import { askForCode, email, typeCode } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const element = (page: Page) => page.locator('latchkey-login');
const stateOf = (page: Page) => element(page).getAttribute('state');
const welcome = (page: Page) => page.getByText(/^Welcome, member [\da-f]{8}\.$/);

test('a page without a build step logs a person in by one script, with events for the login, a reload and the logout', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/widget.html');
  const digits = await askForCode(page, demo, 'ada@example.com');
  expect(await accessibilityFaults(page)).toEqual([]);
  await typeCode(page, digits);
  await welcome(page).waitFor();
  expect(await stateOf(page)).toBe('logged-in');

  await page.reload();
  await welcome(page).waitFor();
  const kept = await element(page).evaluate((login: Element & { client?: object; session?: { userId: string } }) => [
    typeof login.client,
    login.session?.userId.slice(0, 8),
  ]);
  expect(kept).toEqual(['object', (await welcome(page).innerText()).slice(16, 24)]);

  await page.getByRole('button', { name: 'Log out' }).click();
  await email(page).waitFor();
  expect(await stateOf(page)).toBe('logged-out');
});

test('the fields of the widget stand in the page’s own document, where password managers look, in the page’s own colours', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/widget.html');
  await email(page).waitFor();
  expect(
    await page.evaluate(() => document.querySelector('latchkey-login input')?.getAttribute('autocomplete')),
  ).toMatch(/^(email|username)/);
  const fill = () =>
    page.locator('[data-part="submit"]').evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await fill()).toBe('rgb(11, 110, 79)');
});

test('with captchas enabled, the widget has them solved before a code and a sign-up', async () => {
  const demo = await startDemo();
  await demo.configure({
    captchaEnabled: true,
    turnstileSiteKey: '1x00000000000000000000BB',
    turnstileSecretKey: '1x0000000000000000000000000000000AA', // Turnstile's own test key: it accepts the token below
  });
  const { page } = await visit(demo);
  await page.addInitScript(() => {
    const solved: unknown[] = [];
    const render = (_: Element, widget: { action: string; callback: (token: string) => void }) => {
      solved.push(widget.action);
      setTimeout(() => widget.callback('XXXX.DUMMY.TOKEN.XXXX'));
      return 'widget';
    };
    Object.assign(window, { solved, turnstile: { render, reset: () => {}, remove: () => {} } });
  });
  await page.goto('/widget.html');
  await typeCode(page, await askForCode(page, demo, 'grace@example.com'));
  await welcome(page).waitFor();
  expect(await page.evaluate(() => (window as unknown as { solved: string[] }).solved)).toEqual(['otp_init', 'signup']);
});

test('the widget can be moved, removed and inserted again, and reports invalid settings', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/widget.html');
  await email(page).fill('ada@example.com');
  await element(page).evaluate((login) => document.body.append(login));
  expect(await email(page).inputValue()).toBe('ada@example.com');

  await element(page).evaluate(async (login) => {
    login.remove();
    await new Promise((resolve) => setTimeout(resolve));
    document.body.append(login);
  });
  await email(page).waitFor();

  await element(page).evaluate((login) => login.setAttribute('language', 'de'));
  await page.getByRole('textbox', { name: /^E.Mail-Adresse$/ }).waitFor();

  const told = await element(page).evaluate(
    (login) =>
      new Promise((resolve) => {
        login.addEventListener('latchkey-error', (event) => resolve((event as CustomEvent).detail.code));
        login.setAttribute('auth-proxy-url', 'nowhere');
      }),
  );
  expect(told).toBe('SETTINGS_INVALID');
  expect(await element(page).locator('input').count()).toBe(0);
});
