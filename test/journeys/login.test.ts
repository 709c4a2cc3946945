import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import {
  addressOf,
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
  welcome,
  wrong,
} from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('a new person finds a code in the inbox, sees who they are and their wallet, signs, reloads, logs out', async () => {
  const demo = await startDemo();
  const { page, newTab } = await visit(demo);
  await page.goto('/');
  await askForCode(page, demo, 'ada@example.com');
  const inbox = await newTab();
  await inbox.goto('/dev/inbox');
  await typeCode(page, await inbox.locator('.code code').innerText());
  await welcome(page).waitFor();
  await page.getByText('ada@example.com').waitFor();
  const address = await addressOf(page);

  await page.getByLabel('Message').fill('Grüße, 世界 🔑');
  await button(page, 'Sign message').click();
  await page.getByText('Verified: signed by your address.').waitFor();
  expect(await page.getByRole('status').locator('code').getAttribute('title')).toMatch(/^0x[0-9a-f]{130}$/);

  await page.reload();
  expect(await addressOf(page)).toBe(address);
  await button(page, 'Log out').click();
  await expectFocus(email(page));
  await page.reload();
  await email(page).waitFor();
});

test('a returning person, on another device and in another spelling, finds the same wallet', async () => {
  const demo = await startDemo();
  const [laptop, phone] = [await visit(demo), await visit(demo)];
  await laptop.page.goto('/');
  await logIn(laptop.page, demo, 'ada@example.com');
  const address = await addressOf(laptop.page);
  await button(laptop.page, 'Log out').click();
  await logIn(laptop.page, demo, 'ada@example.com');
  expect(await addressOf(laptop.page)).toBe(address);

  await phone.page.goto('/');
  await logIn(phone.page, demo, 'Ada@Example.com');
  expect(await addressOf(phone.page)).toBe(address);
});

test('a wrong code is reported at once, keeps the focus, and typing again replaces it', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { refusals: ['/v1/otp_verify_v2 400'] });
  await page.goto('/');
  const right = await askForCode(page, demo, 'ada@example.com');
  await typeCode(page, wrong(right));
  await expectAlert(page, 'That code isn’t right. Try again.');
  await expectFocus(code(page));
  expect(await code(page).getAttribute('aria-invalid')).toBe('true');
  expect(await code(page).getAttribute('aria-describedby')).toContain(await alert(page).getAttribute('id'));
  await page.keyboard.type(right);
  await walletAddress(page).waitFor();
});

test('a code that is pasted with the sentence around it logs in', async () => {
  const demo = await startDemo();
  const { page, context } = await visit(demo);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const digits = await askForCode(page, demo, 'ada@example.com');
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `Your code is ${digits.slice(0, 3)}-${digits.slice(3)}.`,
  );
  await page.keyboard.press('Control+V');
  await walletAddress(page).waitFor();
});

test('a code expires after five minutes, the screen says so, and a new one logs in', async () => {
  const demo = await startDemo();
  const { page, advanceMs } = await visit(demo);
  await page.goto('/');
  await askForCode(page, demo, 'ada@example.com');
  await advanceMs(5 * 60_000 + 1_000);
  await page.getByRole('heading', { name: 'This code has expired' }).waitFor();
  expect(await code(page).isDisabled()).toBe(true);
  await expectFocus(button(page, 'Send a new code'));
  const fresh = await nextCode(demo, () => page.keyboard.press('Enter'));
  await expectFocus(code(page));
  await typeCode(page, fresh);
  await walletAddress(page).waitFor();
});

test('after three wrong tries nothing can be typed, and the keyboard stands on what helps: a new code', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo, { refusals: Array(3).fill('/v1/otp_verify_v2 400') });
  await page.goto('/');
  const right = await askForCode(page, demo, 'ada@example.com');
  for (const sentence of [/code isn’t right/, /code isn’t right/, /Too many wrong codes/]) {
    await typeCode(page, wrong(right));
    await expectAlert(page, sentence);
  }
  expect(await code(page).isDisabled()).toBe(true);
  await expectFocus(button(page, 'Send a new code'));
  const fresh = await nextCode(demo, () => page.keyboard.press('Enter'));
  await expectFocus(code(page));
  await page.keyboard.type(fresh);
  await walletAddress(page).waitFor();
});

test('another code can be requested after half a minute, and the first one still logs in', async () => {
  const demo = await startDemo();
  const { page, advanceMs } = await visit(demo, { refusals: ['/v1/otp_verify_v2 400'] });
  await page.goto('/');
  const first = await askForCode(page, demo, 'ada@example.com');
  const resend = page.getByRole('button', { name: /^Send/ });
  expect(await resend.innerText()).toBe('Send again');
  expect(await page.locator('[data-part=footer]').innerText()).toMatch(/^Didn’t get it\? Send again in 0:(30|[12]\d)$/);
  expect(await resend.getAttribute('aria-disabled')).toBe('true');
  await advanceMs(30_000);
  expect(await nextCode(demo, () => button(page, 'Send a new code').click())).not.toBe(first);
  await page.getByText(/We sent a new code/).waitFor();
  await typeCode(page, first);
  await walletAddress(page).waitFor();
});

test('an address with a mistake is corrected, not typed again', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/');
  await askForCode(page, demo, 'ada@example.con');
  await button(page, 'Change email address').click();
  await expectFocus(email(page));
  expect(await email(page).inputValue()).toBe('ada@example.con');
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('m');
  const digits = await nextCode(demo, () => page.keyboard.press('Enter'));
  await page.locator('[data-part=address]', { hasText: 'ada@example.com' }).waitFor();
  await typeCode(page, digits);
  await walletAddress(page).waitFor();
});

test('an invalid address is not sent, and the error shows an example', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/');
  await email(page).fill('ada at example');
  await email(page).press('Enter');
  await expectAlert(page, 'Enter an email like name@example.com.');
  await expectFocus(email(page));
  expect(demo.inbox.list()).toEqual([]);
});
