import { type Browser, chromium as playwright } from 'playwright';
import { recoverMessageAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';
import { type Loopback, openLoopback } from './loopback.js';
import { buildPage, type ServePage, vendorsFiles } from './pages.js';

let browser: Browser;
let servePage: ServePage;
beforeAll(async () => {
  servePage = await buildPage('walletKitPage.tsx');
  browser = await playwright.launch(chromium());
}, 180_000);
afterAll(() => browser.close());

let loopback: Loopback;
beforeEach(async () => {
  loopback = await openLoopback();
  onTestFinished(() => loopback.close());
});

const contact = 'ada@example.com';

/** Opens the page in a new browser context, and waits until it is ready. */
async function visit() {
  const context = await browser.newContext();
  const foreign = foreignRequests(context, vendorsFiles);
  onTestFinished(async () => {
    await context.close();
    expect(foreign.unexpected).toEqual([]);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !foreign.isExpected(message)) errors.push(message.text());
  });
  const { url, stop } = await servePage(loopback);
  onTestFinished(stop);
  await page.goto(url);
  const read = (id: string) => page.locator(`output#${id}`).textContent();
  await expect.poll(() => read('state'), { timeout: 60_000 }).toBe('ready unauthenticated');

  async function logIn() {
    const before = loopback.inbox.list(contact).length;
    await page.getByRole('button', { name: 'Log in here' }).click();
    await page.getByPlaceholder(/email/i).fill(contact);
    await page.getByPlaceholder(/email/i).press('Enter');
    await expect.poll(() => loopback.inbox.list(contact).length).toBeGreaterThan(before);
    const code = loopback.inbox.lastCode(contact) ?? '';
    await page.locator('input[maxlength="1"]').first().waitFor();
    await page.locator('input[maxlength="1"]').first().focus();
    await page.keyboard.type(code);
    await expect.poll(() => read('state'), { timeout: 60_000 }).toBe('ready authenticated');
    await expect.poll(() => read('address'), { timeout: 60_000 }).toMatch(/^0x/);
    return { code, address: await read('address') };
  }
  async function sign() {
    await page.getByRole('button', { name: 'Sign' }).click();
    await expect.poll(() => read('signature')).toMatch(/^0x/);
    return (await read('signature')) as `0x${string}`;
  }
  return { page, errors, read, logIn, sign };
}

test('@turnkey/react-wallet-kit 1.11.1 starts, logs in by a code, lists the wallet, signs, and logs out', async () => {
  const { page, errors, read, logIn, sign } = await visit();
  const { address } = await logIn();
  expect(await read('email')).toBe(contact);
  expect(await recoverMessageAddress({ message: 'Hällo', signature: await sign() })).toBe(address);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => read('state')).toBe('ready unauthenticated');
  expect(errors).toEqual([]);
});

test('A-49: it logs in also after 100 wrong tries at its contact, where the codes are those for public clients', async () => {
  const sessionExpirationSeconds = 900;
  await loopback.configure({
    ...{ otpLength: 9, otpAlphanumeric: true, sessionExpirationSeconds, freshLoginSeconds: sessionExpirationSeconds },
    // As many tries as in an attack of a month, in one minute.
    codesPerContact: { most: 1000, windowSeconds: 3600 },
  });
  const first = await (await visit()).logIn();
  expect(first.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
  let wrong = 0;
  for (let network = 1; wrong < 100; network += 1) wrong += await wrongTries(`192.0.2.${network}`);

  const { errors, logIn, sign } = await visit();
  const { code, address } = await logIn();
  expect({ address, length: code.length }).toEqual({ address: first.address, length: 9 });
  expect(await recoverMessageAddress({ message: 'Hällo', signature: await sign() })).toBe(address);
  expect(errors).toEqual([]);
});

/** Requests a code from one address, and uses up its tries. @returns their number. */
async function wrongTries(clientAddress: string): Promise<number> {
  const { otpId } = (await ask(clientAddress, 'otp_init', { otpType: 'OTP_TYPE_EMAIL', contact })).answer;
  await loopback.service.deliver();
  const codes = ['000000000', '000000001', '000000002'];
  const answers = [];
  for (const otpCode of codes) answers.push((await ask(clientAddress, 'otp_verify', { otpId, otpCode })).answer);
  const reasons = answers.map(({ details }) => details[0].reason);
  expect(reasons).toEqual(['OTP_WRONG', 'OTP_WRONG', 'TOO_MANY_ATTEMPTS']); // the last try ends the code
  return codes.length;
}

async function ask(clientAddress: string, name: string, body: object) {
  const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': loopback.authProxyConfigId };
  const request = new Request(`${loopback.url}/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await loopback.service.fetch(request, { clientAddress });
  return { answer: await response.json() };
}
