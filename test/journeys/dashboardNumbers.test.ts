import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { getStatistics } from '../../src/contract/statistics.queries.js';
import { newSigningKey } from '../../src/crypto/newSigningKey.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { expectSound } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const chart = (page: Page, name: string) => page.getByRole('figure').filter({ hasText: name });

/** Two people are signed up by a backend, and somebody types a code that nobody was sent. */
async function happen(service: DashboardService): Promise<void> {
  for (const userName of ['Ada', 'Grace']) {
    const { publicKey } = await newSigningKey();
    const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
    await service.root.submit(createSubOrganization, {
      subOrganizationName: userName,
      rootUsers: [{ userName, apiKeys, authenticators: [], oauthProviders: [] }],
      rootQuorumThreshold: 1,
    });
  }
  const answer = await fetch(`${service.url}/v1/otp_verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': service.authProxyConfigId },
    body: JSON.stringify({ otpId: crypto.randomUUID(), otpCode: '000000' }),
  });
  expect(answer.ok).toBe(false);
  service.advanceMs(10_000);
  const nowMs = Date.now();
  await expect
    .poll(async () => {
      const asked = { from: String(nowMs - 3_600_000), to: String(nowMs + 60_000), resolution: 'HOUR' } as const;
      const { spans } = await service.root.ask(getStatistics, asked);
      return spans.flatMap(({ statistics }) => statistics).map(({ kind, times }) => `${kind} ${times}`);
    })
    .toEqual(expect.arrayContaining(['SIGNUP 2', 'FAILURE 1']));
}

test('an operator sees who signed up and what failed, by hour and by day, and reads the numbers by keyboard', async () => {
  const service = await startDashboard();
  await happen(service);
  const page = await operate(service);
  await chart(page, 'Sign-ups').getByText('About 2').waitFor();
  const failed = page.getByRole('row').filter({ hasText: 'Typing the code' });
  expect(await failed.allTextContents()).toEqual(['Typing the codeOTP_WRONG1']);
  expect(
    await page
      .getByRole('row')
      .filter({ hasText: 'Key of a wallet' })
      .filter({ hasText: 'Sign-ups' })
      .allTextContents(),
  ).toEqual(['Key of a wallet, or API keySign-ups2']);
  await expectSound(page);
  const rows = chart(page, 'Sign-ups').getByRole('row');
  expect(await rows.count()).toBe(0);
  await page.getByText('Numbers', { exact: true }).nth(1).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => rows.count()).toBe(1 + 24);
  await expectSound(page);
  await page.getByRole('link', { name: '30 days' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).search).toBe('?range=month');
  await chart(page, 'Sign-ups').getByText('About 2').waitFor();
  await page.getByText('Numbers', { exact: true }).nth(1).click();
  await expect.poll(() => rows.count()).toBe(1 + 30);
  expect(await rows.last().textContent()).toMatch(/2$/);
  await page.goBack();
  await expect.poll(() => page.getByRole('link', { name: 'Last 24 hours' }).getAttribute('aria-current')).toBe('true');
});

test.each(['light', 'dark'] as const)(
  'at 320 px, %s, the numbers are within reach, and nothing is said so',
  async (colorScheme) => {
    const service = await startDashboard();
    await happen(service);
    const page = await operate(service, '/?range=week', { viewport: { width: 320, height: 700 }, colorScheme });
    await chart(page, 'Sign-ups').getByText('About 2').waitFor();
    for (const summary of await page.getByText('Numbers', { exact: true }).all()) await summary.click();
    await expectSound(page);
    // An operator's own login is counted: the page that shows nothing is shown an empty answer.
    await page.route('**/query/get_statistics', (route) => route.fulfill({ json: { spans: [] } }));
    await page.getByRole('link', { name: 'Last 24 hours' }).click();
    await page.getByText('Nobody has logged in').waitFor();
    await expectSound(page);
  },
);

test('what is taken away is asked with how often it was used, and a cap shows how much of it is', async () => {
  const service = await startDashboard();
  await happen(service);
  const page = await operate(service, '/login');
  await page.getByText('In the last hour: 0 to new devices, 0 to known ones.').first().waitFor();
  await page.getByText('In the last hour: none.').waitFor();
  await page.getByLabel('Wallet', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'Save Methods' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Used in the last 30 days: about \d+ logins? and 2 sign-ups\./).waitFor();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByText('Used in the last 30 days: about 0 logins and 2 sign-ups.').waitFor();
});
