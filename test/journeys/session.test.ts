import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { kept } from './support/kept.js';
import { askForCode, button, code, email, expectAlert, logIn, typeCode, walletAddress } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('a login or logout in one tab happens in the other, too', async () => {
  const demo = await startDemo();
  const { page, newTab } = await visit(demo);
  const other = await newTab();
  await Promise.all([page.goto('/'), other.goto('/')]);
  await logIn(page, demo, 'ada@example.com');
  await walletAddress(other).waitFor();
  await button(other, 'Log out').click();
  await email(page).waitFor();
});

test('T-40 eight tabs that stay longer at once share one new session, and eight that log out leave nothing', async () => {
  const demo = await startDemo();
  const { page, newTab, context } = await visit(demo, { tolerated: /^\/public\/.* 401$/ }); // the key has already ended
  const tabs = [page, ...(await Promise.all(Array.from({ length: 7 }, newTab)))];
  await Promise.all(tabs.map((tab) => tab.goto('/')));
  await logIn(page, demo, 'ada@example.com');
  await Promise.all(tabs.map((tab) => walletAddress(tab).waitFor()));
  const before = await page.evaluate(kept);
  expect(before).toEqual({ sessions: [expect.any(String)], keys: before.sessions });

  const refreshed: string[] = [];
  await context.route('**/stamp_login', async (route) => {
    refreshed.push(route.request().url());
    await expect.poll(() => page.evaluate(tabsAtWork)).toBe(8); // this tab, and seven that wait for their turn
    await route.continue();
  });
  await clickAtOnce(tabs, 'Stay logged in');
  await expect.poll(() => refreshed.length).toBe(1);
  await expect.poll(() => page.evaluate(tabsAtWork)).toBe(0);
  const after = await page.evaluate(kept);
  expect(refreshed).toHaveLength(1);
  expect(after).toEqual({ sessions: [expect.not.stringContaining(before.sessions[0] ?? '')], keys: after.sessions });

  await clickAtOnce(tabs, 'Log out');
  await Promise.all(tabs.map((tab) => email(tab).waitFor()));
  expect(await page.evaluate(kept)).toEqual({ sessions: [], keys: [] });
});

test('a session announces its end, and then it ends, here and at the service', async () => {
  const demo = await startDemo();
  const { page, advanceMs } = await visit(demo);
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  await advanceMs(14 * 60_000 + 1_000);
  await page.getByText('You’ll be logged out in a minute.').waitFor();
  await advanceMs(60_000);
  await page.getByText('You’ve been logged out. Log in again.').waitFor();
  await email(page).waitFor();
  expect(await page.evaluate(kept)).toEqual({ sessions: [], keys: [] });
  await logIn(page, demo, 'ada@example.com');
});

/** A page whose clock lags behind the service's is refused once, and repeats with the right time. */
const clockSkew = /^\/public\/v1\/submit\/\w+ 400$/;

test('a person who extends the session when warned is still logged in a quarter of an hour later', async () => {
  const demo = await startDemo();
  const { page, advanceMs } = await visit(demo, { tolerated: clockSkew });
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  const warning = page.getByText('You’ll be logged out in a minute.');
  await advanceMs(14 * 60_000 + 1_000);
  await warning.waitFor();
  await button(page, 'Stay logged in').click();
  await warning.waitFor({ state: 'detached' });
  await advanceMs(13 * 60_000);
  await button(page, 'Sign message').click();
  await page.getByText('Verified: signed by your address.').waitFor();
});

test('a session that ended while the page was closed does not log in when it opens again', async () => {
  const demo = await startDemo();
  const { page, newTab, context, advanceMs } = await visit(demo);
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  await page.close();
  await advanceMs(15 * 60_000 + 1_000);
  const later = await newTab();
  await later.goto('/');
  await email(later).waitFor();
  expect(context.pages()).toHaveLength(1);
});

test('a code that was typed while the service was down logs in when it is back', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { refusals: Array(3).fill('/v1/otp_verify_v2 net::ERR_CONNECTION_REFUSED') });
  await page.goto('/');
  const digits = await askForCode(page, demo, 'ada@example.com');
  await demo.stop();
  await typeCode(page, digits);
  await expectAlert(page, 'Can’t connect. Try again.');
  expect(await code(page).inputValue()).toBe(digits);
  await demo.start();
  await page.keyboard.press('Enter');
  await walletAddress(page).waitFor();
});

test('a page whose origin is not allowed sees that, and logs in once it is', async () => {
  const demo = await startDemo();
  await demo.configure({ allowedOrigins: ['https://elsewhere.example'] });
  const { page } = await visit(demo, {
    refusals: ['/v1/otp_init 403'],
    tolerated: /^\/v1\/wallet_kit_config 403$/, // by the card, the code, the captcha: those at once share one
  });
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await email(page).press('Enter');
  await expectAlert(page, 'Login isn’t set up for this site.');
  expect(demo.inbox.list()).toEqual([]);
  await demo.configure({ allowedOrigins: [demo.url] });
  await logIn(page, demo, 'ada@example.com');
});

test('with page and service on two origins, a refused origin looks like no answer', async () => {
  const demo = await startDemo('127.0.0.1');
  await demo.configure({ allowedOrigins: ['https://elsewhere.example'] });
  const { page } = await visit(demo, {
    tolerated: /^\/v1\/wallet_kit_config net::ERR_FAILED$/, // requested as often as there is time
  });
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await email(page).press('Enter');
  await expectAlert(page, 'Can’t connect. Try again.');
  expect(demo.inbox.list()).toEqual([]);
  await demo.configure({ allowedOrigins: [demo.url] });
  await logIn(page, demo, 'ada@example.com');
});

/** To be run in a page. The number of tabs that hold the lock or wait for it. */
async function tabsAtWork(): Promise<number> {
  const { held = [], pending = [] } = await navigator.locks.query();
  return held.length + pending.length;
}

/** Clicks a button in all tabs. In a tab where it is already gone, the click does nothing. */
async function clickAtOnce(tabs: Page[], name: string): Promise<void> {
  const buttons = await Promise.all(tabs.map((tab) => button(tab, name).elementHandle()));
  await Promise.all(buttons.map((handle) => handle?.evaluate((element) => (element as HTMLElement).click())));
}
