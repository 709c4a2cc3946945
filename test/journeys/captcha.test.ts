import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { accessibilityFaults } from './support/axe.js';
import { startDemo } from './support/builtDemo.js';
import {
  alert,
  askForCode,
  button,
  code,
  email,
  expectAlert,
  expectFocus,
  logIn,
  nextCode,
  typeCode,
  walletAddress,
} from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

/** @see Turnstile, "Test your Turnstile implementation" */
const siteKeys = {
  passes: '1x00000000000000000000AA',
  blocks: '2x00000000000000000000AB',
  asks: '3x00000000000000000000FF',
};
const secretKeys = { passes: '1x0000000000000000000000000000000AA', refuses: '2x0000000000000000000000000000000AA' };

const captcha = (turnstileSiteKey: string, turnstileSecretKey = secretKeys.passes) => ({
  captchaEnabled: true,
  turnstileSiteKey,
  turnstileSecretKey,
});

const widget = (page: Page) => page.getByRole('group', { name: 'Confirm that you’re human' });
const challenge = (page: Page) => widget(page).getByRole('button', { name: 'Verify you are human' });

test('T-44 with a captcha that asks nothing, a person logs in under the strict policy and does not see it', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await demo.configure(captcha(siteKeys.passes));
  const withToken = pathsWithToken(page);
  await page.goto('/');
  const digits = await askForCode(page, demo, 'ada@example.com');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await widget(page).count()).toBe(0);
  await typeCode(page, digits);
  await walletAddress(page).waitFor();
  expect(withToken).toEqual(['/v1/otp_init_v2', '/v1/signup']);
});

test('T-44 one that asks stands in the form with a name, is solved by keyboard alone, and gives the focus back', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await demo.configure(captcha(siteKeys.asks));
  await page.goto('/');
  await expectFocus(email(page));
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Enter');
  await expectFocus(widget(page));
  expect(await widget(page).evaluate((box) => box.closest('form')?.dataset.latchkey)).toBeTruthy();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expectFocus(challenge(page));
  const stops = await focusStops(page);
  const digits = await nextCode(demo, () => page.keyboard.press('Enter'));
  await expectFocus(code(page));
  expect(await stops()).toEqual(['email', 'text']);

  await page.keyboard.type(digits);
  await expectFocus(widget(page)); // the sign-up needs its own captcha
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await walletAddress(page).waitFor();
});

test('who cancels one is back in the field, with what was typed and no error, and can ask again', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await demo.configure(captcha(siteKeys.asks));
  await page.goto('/');
  await expectFocus(email(page));
  await page.keyboard.type('ada@example.com');
  await page.keyboard.press('Enter');
  await expectFocus(widget(page));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expectFocus(widget(page).getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expectFocus(email(page));
  expect([await widget(page).count(), await alert(page).count()]).toEqual([0, 0]);
  expect(await email(page).inputValue()).toBe('ada@example.com');
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(demo.inbox.list()).toEqual([]);

  await page.keyboard.press('Enter');
  await expectFocus(widget(page));
  await page.keyboard.press('Tab');
  await nextCode(demo, () => page.keyboard.press('Enter'));
  await expectFocus(code(page));
});

test('one that always blocks is said in words; what was typed stays, and trying again solves it anew', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await demo.configure(captcha(siteKeys.blocks));
  await page.goto('/');
  const withToken = pathsWithToken(page);
  const rendered = await widgetsRendered(page);
  await email(page).fill('ada@example.com');
  for (const attempts of [1, 2]) {
    await page.keyboard.press('Enter');
    await expect.poll(rendered).toBe(attempts);
    await expectAlert(page, 'The security check failed. Try again.');
    await expectFocus(email(page));
    expect(await email(page).inputValue()).toBe('ada@example.com');
  }
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(withToken).toEqual([]);
  expect(demo.inbox.list()).toEqual([]);

  await demo.configure(captcha(siteKeys.passes));
  await page.reload();
  await logIn(page, demo, 'ada@example.com');
});

test('tokens that the service refuses are said in the same words, and another try logs in when they are good', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { refusals: Array(2).fill('/v1/otp_init_v2 400') });
  await demo.configure(captcha(siteKeys.passes, secretKeys.refuses));
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expectAlert(page, 'The security check failed. Try again.');
  await expectFocus(email(page));
  await demo.configure(captcha(siteKeys.passes));
  await typeCode(page, await nextCode(demo, () => button(page, 'Continue').click()));
  await walletAddress(page).waitFor();
});

test('a script that a content blocker stops is said to be missing, and is fetched again by the next try', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { refusals: ['/dev/turnstile/api.js net::ERR_BLOCKED_BY_CLIENT'] });
  await demo.configure(captcha(siteKeys.passes));
  await page.route('**/dev/turnstile/api.js', (route) => route.abort('blockedbyclient'));
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expectAlert(page, 'The security check didn’t load. Try again in a moment.');
  await page.unroute('**/dev/turnstile/api.js');
  await typeCode(page, await nextCode(demo, () => page.keyboard.press('Enter')));
  await walletAddress(page).waitFor();
});

test('T-44 a page that lists its Trusted Types policies needs to name the one for the captcha’s script', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await demo.configure(captcha(siteKeys.passes));
  await changePolicy(page, (policy) => `${policy}; trusted-types latchkey-captcha`);
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
});

test.for([
  ['says that the check did not load', 'requires the types', (policy: string) => policy],
  ['logs in', 'requires none', (policy: string) => policy.replace(/require-trusted-types-for [^;]+/, '')],
] as const)('one that does not name it %s where the page %s', async ([outcome, , change]) => {
  const demo = await startDemo();
  const { page } = await visit({ ...demo, violations: [] }, { ofTools: /trusted|policy/i });
  await demo.configure(captcha(siteKeys.passes));
  await changePolicy(page, (policy) => `${change(policy)}; trusted-types 'none'`);
  await page.goto('/');
  if (outcome === 'logs in') return logIn(page, demo, 'ada@example.com');
  await email(page).fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expectAlert(page, 'The security check didn’t load. Try again in a moment.');
  await expect.poll(() => demo.violations.join()).toMatch(/trusted-types/);
  expect(demo.inbox.list()).toEqual([]);
});

/** Lets the demo's page be served under another policy. */
async function changePolicy(page: Page, change: (policy: string) => string): Promise<void> {
  await page.route(/:\d+\/$/, async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const policy = change(headers['content-security-policy'] ?? '');
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': policy } });
  });
}

/** Records to which calls the page sends captcha tokens, from now on. */
function pathsWithToken(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['x-captcha-token'] !== undefined) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** Notes the types of the fields that get the focus, from now on. @returns what tells them */
async function focusStops(page: Page): Promise<() => Promise<string[]>> {
  const stops = await page.evaluateHandle(() => {
    const types: string[] = [];
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement) types.push(target.type);
    });
    return types;
  });
  return () => stops.jsonValue();
}

/** Counts the widgets that the page makes room for in its form, from now on. @returns what tells the count */
async function widgetsRendered(page: Page): Promise<() => Promise<number>> {
  const count = await page.locator('form').evaluateHandle((form) => {
    const boxes: Element[] = [];
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof HTMLDivElement && node.style.position === 'absolute') boxes.push(node);
    }).observe(form, { childList: true, subtree: true });
    return boxes;
  });
  return () => count.evaluate((boxes) => boxes.length);
}
