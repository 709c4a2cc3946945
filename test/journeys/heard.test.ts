import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { askForCode, button, email, expectAlert, typeCode, wrong } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('a screen reader reads each step as its title, its lead, one field with its name, and the error', async () => {
  const demo = await startDemo();
  await demo.configure({ allowedAuthMethods: ['email', 'sms'] });
  const { page, advanceMs } = await visit(demo, { refusals: ['/v1/otp_verify_v2 400'] });
  await page.goto('/');
  await button(page, 'Use phone').waitFor();
  expect(await snapshot(page)).toBe(`- form "Log in":
  - heading "Log in" [level=2]
  - paragraph:
    - status: New here? We’ll create your account.
  - text: Email address
  - button "Use phone"
  - textbox "Email address"
  - status
  - button "Continue"`);

  await email(page).press('Enter');
  await expectAlert(page, 'Enter an email like name@example.com.');
  expect(await snapshot(page)).toContain(`  - textbox "Email address" [invalid]
  - alert: Enter an email like name@example.com.
  - button "Continue"`);

  const right = await askForCode(page, demo, 'ada@example.com');
  expect((await snapshot(page)).replace(/in 0:\d\d$/, 'in 0:30')).toBe(`- form "Check your email":
  - button "Back"
  - heading "Check your email" [level=2]
  - paragraph:
    - status: Enter the 6‑digit code we sent to ada@example.com.
    - button "Change email address": Change
  - text: 6-digit code
  - textbox "6-digit code"
  - button "Continue"
  - paragraph:
    - text: Didn’t get it?
    - button "Send again" [disabled]
    - text: in 0:30`);

  await typeCode(page, wrong(right));
  await expectAlert(page, 'That code isn’t right. Try again.');
  await advanceMs(5 * 60_000);
  await page.getByRole('heading', { name: 'This code has expired' }).waitFor();
  expect(await snapshot(page)).toBe(`- form "This code has expired":
  - button "Back"
  - heading "This code has expired" [level=2]
  - paragraph:
    - status: Send a new one to ada@example.com.
    - button "Change email address": Change
  - text: 6-digit code
  - textbox "6-digit code" [disabled]: "${wrong(right)}"
  - button "Send a new code"
  - paragraph`);
});

/** The screen's tree for assistive technology. */
const snapshot = (page: Page): Promise<string> => page.locator('form[data-latchkey]').ariaSnapshot();
