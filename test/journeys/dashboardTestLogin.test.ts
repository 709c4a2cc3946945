import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { listActivities } from '../../src/contract/activities.queries.js';
import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { listSuborgs } from '../../src/contract/organizations.queries.js';
import { operate, startDashboard } from './support/dashboard.js';
import { expectSound } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const section = (page: Page) => page.getByRole('region', { name: 'Test login' });

/** The window of Example ID, once it is opened by keyboard. */
async function providerOf(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await section(page).getByRole('button', { name: 'Test login' }).focus();
  await page.keyboard.press('Enter');
  return opened;
}

test('an operator tries Example ID, and sees what it says of them and who they would be; nobody is logged in', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/login');
  const before = await service.root.ask(listActivities, {});
  const popup = await providerOf(page);
  await popup.getByLabel('Email address').fill('ada@example.com');
  await popup.getByLabel('Name').fill('<b>Ada</b> אב');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await popup.getByRole('button', { name: 'Allow' }).click();
  await section(page).getByText('It works').waitFor();
  const rows = section(page).getByRole('row');
  const claims = await rows.allTextContents();
  expect(claims).toEqual(
    expect.arrayContaining([
      'email ada@example.com',
      'name <b>Ada</b> אב',
      expect.stringMatching(/^sub Identifies the person[0-9a-f]{24}$/),
      `iss Identifies the person${service.url}/dev/oidc`,
    ]),
  );
  expect(await section(page).locator('td b').count()).toBe(0);
  await expectSound(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectSound(page);
  if (!popup.isClosed()) await popup.waitForEvent('close');
  expect(await service.root.ask(listActivities, {})).toEqual(before);
  expect((await service.root.ask(listSuborgs, {})).organizationIds).toEqual([]);
});

test('what keeps a provider from working is said, at 320 px in the dark, too', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, {
    oidcIssuers: [
      { id: 'example', issuer: `${service.url}/dev/oidc`, clientIds: ['latchkey-demo'], label: 'Example ID' },
      { id: 'gone', issuer: `${service.url}/dev/nobody`, clientIds: ['web'], label: '<img src=x> אב' },
    ],
  });
  const tolerated = /^\/public\/v1\/query\/(begin|end)_test_login [45]/;
  const looks = { viewport: { width: 320, height: 700 }, colorScheme: 'dark' as const };
  const page = await operate(service, '/login', { ...looks, tolerated });
  const popup = await providerOf(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await section(page).getByRole('alert').getByText('The provider refused the login: access_denied.').waitFor();
  await expectSound(page);
  await section(page).getByLabel('Provider to test').selectOption('gone');
  await providerOf(page);
  await section(page).getByRole('alert').getByText('provider').waitFor();
  await expect.poll(() => section(page).getByRole('alert').textContent()).not.toContain('access_denied');
  await expectSound(page);
});
