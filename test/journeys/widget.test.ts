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

test('a page without a build step logs somebody in by one script, and hears of it, of a reload and of the logout', async () => {
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

test('the widget can be moved, taken out and put in again, and tells of settings that cannot be', async () => {
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
