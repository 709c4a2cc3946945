import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { button, code, email, expectAlert, expectFocus, logIn, nextCode, walletAddress } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

/** The script of the code's step, as the demo's bundler names it. */
const codeStep = '**/codeParts-*.js';

test('if the code’s step does not load, the person is told, and reloading the page leads to it', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { tolerated: /^\/assets\/codeParts-.* net::ERR_FAILED$/ });
  let isLost = true;
  await page.route(codeStep, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto('/');
  await email(page).fill('ada@example.com');
  const digits = await nextCode(demo, () => email(page).press('Enter'));
  await expectAlert(page, 'This step didn’t load. Reload the page.');
  const height = () => page.locator('form').evaluate((form) => Math.round(form.getBoundingClientRect().height));
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
  expect(fetched.filter((path) => /codeParts/.test(path))).toEqual([]);
});

const transfers = [
  { screen: 'import', opener: 'Import a wallet', script: '**/ImportWallet-*.js' },
  { screen: 'export', opener: 'Export Wallet', script: '**/ExportWallet-*.js' },
];

test.for(transfers)('the screen of $screen keeps its place while it is fetched', async ({ screen, opener, script }) => {
  const demo = await startDemo('localhost', { pins: true });
  const { page } = await visit(demo);
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  let send = () => {};
  const isAsked = new Promise<void>((asked) => {
    void page.route(script, async (route) => {
      asked();
      await new Promise<void>((sent) => {
        send = sent;
      });
      await route.continue();
    });
  });
  await button(page, opener).click();
  const section = page.locator(`[data-latchkey=${screen}]`);
  const height = () => section.evaluate((element) => element.getBoundingClientRect().height);
  await isAsked;
  expect(await section.getAttribute('aria-busy')).toBe('true');
  const before = await height();
  send();
  await section.getByRole('heading').waitFor();
  expect(Math.abs((await height()) - before)).toBeLessThan(16); // at most a line of text
});

test.for(transfers)(
  'if the screen of $screen does not load, the person is told, and reloading the page leads to it',
  async ({ screen, opener, script }) => {
    const demo = await startDemo('localhost', { pins: true });
    const { page } = await visit(demo, { tolerated: /^\/assets\/(Im|Ex)portWallet-.* net::ERR_FAILED$/ });
    let isLost = true;
    await page.route(script, (route) => (isLost ? route.abort() : route.continue()));
    await page.goto('/');
    await logIn(page, demo, 'ada@example.com');
    await button(page, opener).click();
    await expectAlert(page, 'This step didn’t load. Reload the page.');
    expect(await page.locator(`[data-latchkey=${screen}]`).getAttribute('data-state')).toBe('failed');
    isLost = false;
    await button(page, 'Reload').click();
    await button(page, opener).click();
    await page.locator(`[data-latchkey=${screen}]`).getByRole('heading').waitFor();
  },
);
