import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { button, code, email, expectAlert, expectFocus, nextCode, walletAddress } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

/** The script of the code's step, as the demo's bundler names it. */
const codeStep = '**/CodeStep-*.js';

test('where the code’s step does not come, the person is told, and loading the page again leads to it', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { tolerated: /^\/assets\/CodeStep-.* net::ERR_FAILED$/ });
  let isLost = true;
  await page.route(codeStep, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/');
  await email(page).fill('ada@example.com');
  const digits = await nextCode(demo, () => email(page).press('Enter'));
  await expectAlert(page, 'This step didn’t load. Reload the page.');
  const height = () => page.locator('form').evaluate((form) => form.getBoundingClientRect().height);
  const before = await height();
  expect(await page.locator('form').getAttribute('data-error')).toBe('PART_NOT_FETCHED');
  isLost = false;
  await button(page, 'Reload').click();
  await expectFocus(code(page));
  expect(await height()).toBe(before);
  await page.keyboard.type(digits);
  await walletAddress(page).waitFor();
});

test('the code’s step is there before it is needed: nothing is fetched between the address and the code', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const came = page.waitForResponse(codeStep);
  await page.goto('/');
  await email(page).focus();
  await came;
  await email(page).fill('ada@example.com');
  fetched.length = 0;
  await nextCode(demo, () => email(page).press('Enter'));
  await expectFocus(code(page));
  expect(fetched.filter((path) => /CodeStep/.test(path))).toEqual([]);
});
