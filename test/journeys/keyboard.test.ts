import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { button, code, email, expectFocus, nextCode, walletAddress } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const looks = {
  'in light': { colorScheme: 'light' },
  'in dark': { colorScheme: 'dark' },
  'in forced colours': { forcedColors: 'active' },
} as const;

test.for(Object.entries(looks))(
  'the whole trip by keyboard alone, the focus seen at each stop, %s',
  async ([, look]) => {
    const demo = await startDemo();
    const { page } = await visit(demo, look);
    await demo.configure({ allowedAuthMethods: ['email', 'sms'] });
    await page.goto('/');
    await expectSeen(page, email(page));
    await page.keyboard.press('Shift+Tab');
    await expectSeen(page, button(page, 'Use phone'));
    await page.keyboard.press('Shift+Tab');
    await expectSeen(page, page.getByRole('link', { name: 'Development inbox' }));
    await press(page, 'Tab', button(page, 'Use phone'));
    await press(page, 'Tab', email(page));
    await press(page, 'Tab', button(page, 'Continue'));
    await press(page, 'Shift+Tab', email(page));
    await press(page, 'Shift+Tab', button(page, 'Use phone'));
    await press(page, 'Enter', page.getByLabel('Phone number'));
    await press(page, 'Shift+Tab', page.getByLabel('Country'));
    await press(page, 'Tab', page.getByLabel('Phone number'));
    await press(page, 'Tab', button(page, 'Continue'));
    await press(page, 'Shift+Tab', page.getByLabel('Phone number'));
    await press(page, 'Shift+Tab', page.getByLabel('Country'));
    await press(page, 'Shift+Tab', button(page, 'Use email'));
    await press(page, 'Enter', email(page));
    await page.keyboard.type('ada@example.com');
    const digits = await nextCode(demo, () => press(page, 'Enter', code(page)));
    await press(page, 'Tab', button(page, 'Continue'));
    await press(page, 'Tab', button(page, 'Send again'));
    await press(page, 'Shift+Tab', button(page, 'Continue'));
    await press(page, 'Shift+Tab', code(page));
    await press(page, 'Shift+Tab', button(page, 'Change email address'));
    await press(page, 'Enter', email(page));
    await press(page, 'Enter', code(page)); // the code is still valid: no other one is sent
    expect(demo.inbox.list()).toHaveLength(1);
    await page.keyboard.type(digits);
    await walletAddress(page).waitFor();

    await press(page, 'Tab', button(page, 'Stay logged in'));
    await press(page, 'Tab', button(page, 'Copy address'));
    await press(page, 'Tab', button(page, 'Ask the backend'));
    await page.keyboard.press('Enter');
    await page.getByText('The backend knows you.').waitFor();
    await press(page, 'Tab', page.getByLabel('Message'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Signed without a mouse');
    await press(page, 'Tab', button(page, 'Sign message'));
    await page.keyboard.press('Enter');
    await page.getByText('Verified: signed by your address.').waitFor();
    await press(page, 'Tab', button(page, 'Copy signature'));
    await press(page, 'Tab', button(page, 'Export Wallet'));
    await press(page, 'Tab', button(page, 'Export private key'));
    await press(page, 'Tab', button(page, 'Import a wallet'));
    await press(page, 'Tab', button(page, 'Log out'));
    await press(page, 'Enter', email(page));
  },
);

/** Presses a key, and checks the focus. */
async function press(page: Page, key: string, target: Locator): Promise<void> {
  await page.keyboard.press(key);
  await expectFocus(target);
  await expectSeen(page, target);
}

/** Fails if the focused element looks the same as without focus. @see WCAG 2.2, 2.4.7 */
async function expectSeen(page: Page, target: Locator): Promise<void> {
  await expectFocus(target);
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} cannot be seen.`);
  const clip = { x: box.x - 6, y: box.y - 6, width: box.width + 12, height: box.height + 12 };
  const shot = () => page.screenshot({ clip, animations: 'disabled' });
  const focused = await shot();
  await target.evaluate((element) => (element as HTMLElement).blur());
  const blurred = await shot();
  await target.evaluate((element) => (element as HTMLElement).focus());
  expect(focused.equals(blurred), `${target} shows that it has the focus`).toBe(false);
}
