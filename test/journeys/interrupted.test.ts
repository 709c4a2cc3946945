import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { alert, askForCode, code, email, expectAlert, expectFocus, typeCode, walletAddress } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test.for(['reloads the page', 'looks into the inbox and comes back'])(
  'a person who %s while a code is valid returns to that code, and gets no other',
  async (interruption) => {
    const demo = await startDemo();
    const { page } = await visit(demo);
    await page.goto('/');
    const digits = await askForCode(page, demo, 'ada@example.com');
    await page.keyboard.type(digits.slice(0, 3));
    if (interruption === 'reloads the page') await page.reload();
    else {
      await page.goto('/dev/inbox');
      await page.goBack();
    }
    await code(page).waitFor();
    await expectFocus(code(page));
    expect(await code(page).inputValue()).toBe('');
    expect(demo.inbox.list()).toHaveLength(1);
    await page.keyboard.type(digits);
    await walletAddress(page).waitFor();
  },
);

test('an offline person sees that they are offline, until the connection is back, and continues', async () => {
  const demo = await startDemo();
  const { page, context } = await visit(demo, { tolerated: /^\/v1\/\w+ net::ERR_INTERNET_DISCONNECTED$/ });
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await page.waitForLoadState('networkidle'); // wait for the login's scripts: a browser does not load a failed script again
  await context.setOffline(true);
  await email(page).press('Enter');
  await expectAlert(page, 'You’re offline. Reconnect and try again.');
  await context.setOffline(false);
  await alert(page).waitFor({ state: 'detached' });
  const digits = await askForCode(page, demo, 'ada@example.com');

  await context.setOffline(true);
  await typeCode(page, digits);
  await expectAlert(page, 'You’re offline. Reconnect and try again.');
  expect(await code(page).inputValue()).toBe(digits);
  await context.setOffline(false);
  await alert(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await walletAddress(page).waitFor();
});
