import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { searchUsers } from '../../src/contract/loginState.queries.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { suspendSubOrganization } from '../../src/contract/subOrganizations.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { inboxOf, logIn } from '../support/live/person.js';
import { apiKeyOf } from '../support/parties.js';
import { accessibilityFaults } from './support/axe.js';
import { type DashboardService, operate, scrollsSideways, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

/** Somebody who has logged in by a code once. */
async function signUp(service: DashboardService, email: string): Promise<void> {
  const { url, organizationId, authProxyConfigId, trust } = service;
  const config = { authProxyUrl: url, coordinatorUrl: url, organizationId, authProxyConfigId, trust };
  await logIn(config, email, inboxOf(url));
}

test('an operator finds a person by their email, and reads whether they can log in, and if not why, by keyboard alone', async () => {
  const service = await startDashboard();
  await signUp(service, 'ada@example.com');
  const page = await operate(service, '/people');
  await page.getByRole('searchbox', { name: /Email, phone number/ }).focus();
  await page.keyboard.type('ADA@example.com');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: /ada@example\.com/ });
  await row.getByText('Proved', { exact: true }).waitFor();
  expect(page.url()).toContain('/dashboard/people?q=ADA%40example.com');
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Can log in now' }).waitFor();
  const address = page.url();
  await page.getByText('Sessions and keys').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await row.waitFor();
  expect(page.url()).toContain('/dashboard/people?q=ADA%40example.com');
  await expect.poll(() => row.getByRole('link').evaluate((link) => link === document.activeElement)).toBe(true);

  await service.root.submit(updateAuthProxyConfig, { allowedAuthMethods: ['sms', 'passkey'] });
  await page.goto(address);
  await page.getByRole('heading', { name: 'Cannot log in now' }).waitFor();
  await page.getByText('This method is off. Turn it on under Login.').first().waitFor();

  await service.root.submit(disableAuthProxy, {});
  await page.reload();
  await page.getByText('The auth proxy is off. Turn it on under Login.').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await service.root.submit(enableAuthProxy, {});
});

test('a person’s sheet names the pages whose origin was refused, and says of the suspended no more than holds', async () => {
  const service = await startDashboard();
  await signUp(service, 'ida@example.com');
  await service.root.submit(updateAuthProxyConfig, { allowedOrigins: ['https://app.example.com'] });
  const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, Origin: 'https://www.example.com' };
  expect((await fetch(`${service.url}/v1/wallet_kit_config`, { method: 'POST', headers })).status).toBe(403);
  service.advanceMs(6000); // refused logins are written every five seconds
  const page = await operate(service, '/people?q=ida@example.com');
  await page
    .getByRole('row', { name: /ida@example\.com/ })
    .getByRole('link')
    .click();
  const heading = page.getByRole('heading', { name: 'Can log in now, but not on every page', exact: true });
  await expect.poll(async () => (await page.reload()) && (await shown(heading))).toBe(true);
  await page.getByRole('listitem').filter({ hasText: 'https://www.example.com, last refused' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await service.root.submit(updateAuthProxyConfig, {
    allowedOrigins: ['https://app.example.com', 'https://www.example.com'],
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Can log in now', exact: true }).waitFor();
  expect(await page.getByText('https://www.example.com').count()).toBe(0);

  const { users } = await service.root.ask(searchUsers, { query: 'ida@example.com' });
  const reason = 'A stolen phone';
  await service.root.submit(suspendSubOrganization, { subOrganizationId: users[0]?.organizationId ?? '', reason });
  await service.root.submit(disableAuthProxy, {});
  await page.reload();
  await page.getByRole('heading', { name: 'Cannot log in now', exact: true }).waitFor();
  await page.getByText('Once they can log in again, they can look at everything').waitFor();
});

/** Whether something comes into the page that has been loaded. */
async function shown(locator: Locator): Promise<boolean> {
  await locator
    .page()
    .getByRole('heading', { name: /an log in now|annot log in now/ })
    .waitFor();
  return locator.isVisible();
}

test('an operator suspends a person with a reason, reads it on their sheet, and resumes them, by keyboard alone', async () => {
  const service = await startDashboard();
  await signUp(service, 'grace@example.com');
  const page = await operate(service, '/people?q=grace@example.com', { viewport: { width: 320, height: 720 } });
  await page
    .getByRole('row', { name: /grace@example\.com/ })
    .getByRole('link')
    .click();
  const suspend = page.getByRole('button', { name: 'Suspend', exact: true });
  await suspend.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Suspend this person?' });
  await dialog.getByText('Suspending does not stop a person from exporting.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await dialog.getByRole('textbox', { name: 'Reason' }).focus();
  await page.keyboard.type('A stolen phone <img src=x onerror=alert(1)>');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('A stolen phone <img src=x onerror=alert(1)>').waitFor();
  await page.getByRole('heading', { name: 'Can log in now, to look and export only', exact: true }).waitFor();
  await page.getByText('They can look at everything and export their keys, and do nothing else.').waitFor();
  expect(await suspend.count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Resume this person' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).press('Enter');
  await suspend.waitFor();
  expect(await page.getByText('A stolen phone').count()).toBe(0);
});

test('an operator reads how many they suspend, and ends the sessions of whoever is suspended again', async () => {
  const service = await startDashboard();
  const keys = await Promise.all([createSigningKey(), createSigningKey()]);
  await service.root.submit(createSubOrganization, {
    subOrganizationName: 'Two',
    rootUsers: keys.map((key, index) => ({ userName: `Mia ${index}`, apiKeys: [apiKeyOf(key)] })),
    rootQuorumThreshold: 1,
  });
  const page = await operate(service, '/people?q=Mia');
  await page.getByRole('row', { name: /Mia 0/ }).getByRole('link').click();
  await page.getByRole('button', { name: 'Suspend', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Suspend this person?' });
  await dialog.getByText('All 2 members of their organization are suspended with them.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('A stolen phone');
  await dialog.getByRole('button', { name: 'Suspend' }).press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('A stolen phone').waitFor();
  await page.getByRole('button', { name: 'End their sessions again' }).press('Enter');
  const submitted = page.waitForResponse(/suspend_sub_organization/);
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).press('Enter');
  expect((await submitted).status()).toBe(200);
  await page.getByText('A stolen phone').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('an operator emails a person the login page, once it has an address', async () => {
  const service = await startDashboard();
  await signUp(service, 'lin@example.com');
  const page = await operate(service, '/people?q=lin@example.com');
  await page
    .getByRole('row', { name: /lin@example\.com/ })
    .getByRole('link')
    .click();
  await page.getByText('Name your app’s login page under').waitFor();
  await service.root.submit(updateAuthProxyConfig, { loginUrl: 'https://app.example.com/login' });
  await page.reload();
  const send = page.getByRole('button', { name: 'Send login page' });
  await send.press('Enter');
  await page.getByText('Sent: the login page.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.getByRole('button', { name: 'Send recovery page' }).count()).toBe(0);
  await service.root.submit(updateAuthProxyConfig, { loginUrl: '' });
});

test('a name that is code is a text, nobody is found by nothing that is theirs, and a narrow, dark page does not scroll sideways', async () => {
  const service = await startDashboard();
  const hostile = '"><img src=x onerror=alert(1)>@example.com';
  await signUp(service, 'eve@example.com');
  const page = await operate(service, `/people?q=${encodeURIComponent(hostile)}`, {
    viewport: { width: 320, height: 720 },
    colorScheme: 'dark',
  });
  await page.getByText('Nobody is found by that.').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe(hostile);
  await page.goto('/dashboard/people?q=eve@example.com');
  await page
    .getByRole('row', { name: /eve@example\.com/ })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { name: 'Can log in now' }).waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect(await scrollsSideways(page)).toBe(false);
});
