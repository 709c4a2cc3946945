import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../src/contract/authProxy.queries.js';
import { listPolicies } from '../../src/contract/policies.queries.js';
import { freePort } from '../support/postgresBinaries.js';
import { addPasskeys, type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { expectSound } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

/** An operator who has a passkey, at a path. */
async function operatorWithPasskey(service: DashboardService, path: string, refusals: string[] = []): Promise<Page> {
  const page = await operate(service, '/team', { refusals });
  await addPasskeys(page);
  await page.getByRole('button', { name: 'Add a passkey for me' }).press('Enter');
  await page.getByText('Passkey added.').waitFor();
  await page.goto(`/dashboard${path}`);
  return page;
}

test('a session that ends over an open form says that what was typed is gone, and a login leads back to the form', async () => {
  const service = await startDashboard();
  const page = await operatorWithPasskey(service, '/policies/new');
  await page.getByLabel('Name').fill('Half a policy');
  await page.waitForLoadState('networkidle'); // the clock must not jump during an answer
  service.advanceMs(3_601_000);
  await page.clock.fastForward(3_601_000);
  await page.getByRole('alert').getByText('What you had typed there and not saved is gone.').waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter');
  await page.getByRole('region', { name: 'New policy' }).waitFor();
  expect(page.url()).toBe(`${service.url}/dashboard/policies/new`);
  expect(await page.getByLabel('Name').inputValue()).toBe('');
  expect((await service.root.ask(listPolicies, {})).policies).toEqual([]);
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
  expect(await page.getByText('Your session has ended').count()).toBe(0);
});

test('where the list of origins holds one foreign host, an operator logs out and in again, and puts it right', async () => {
  const service = await startDashboard(await freePort());
  const page = await operatorWithPasskey(service, '/login');
  await page.getByLabel('Origins of your pages').fill('https://elsewhere.example.com');
  await page.getByRole('button', { name: 'Save Origins' }).press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await originsOf(service)).toEqual(['https://elsewhere.example.com']);
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter');
  const origins = page.getByLabel('Origins of your pages');
  await expect.poll(() => origins.inputValue()).toBe('https://elsewhere.example.com');
  await origins.fill('https://app.example.com');
  await page.getByRole('button', { name: 'Save Origins' }).press('Enter');
  await expect.poll(() => originsOf(service)).toEqual(['https://app.example.com']);
});

test('a lost network is said, loses nothing that was typed, and saves nothing twice', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, { allowedOrigins: ['https://app.example.com'] });
  const page = await operate(service, '/login', { tolerated: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ });
  const origins = page.getByLabel('Origins of your pages');
  const save = page.getByRole('button', { name: 'Save Origins' });
  await origins.fill('https://first.example.com');
  await page.context().setOffline(true);
  await save.press('Enter');
  const told = page.getByRole('alert').getByText('Check that this device is online').first();
  await told.waitFor();
  await expectSound(page);
  expect(await origins.inputValue()).toBe('https://first.example.com');
  expect(await originsOf(service)).toEqual(['https://app.example.com']);
  await page.context().setOffline(false);
  await save.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await told.count()).toBe(0);
  expect(await originsOf(service)).toEqual(['https://first.example.com']);

  // The answer is lost, and the change is not: sent again it changes nothing more.
  await page.route('**/submit/update_auth_proxy_config', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await origins.fill('https://second.example.com');
  await save.press('Enter');
  await told.waitFor();
  await page.unroute('**/submit/update_auth_proxy_config');
  const { revision } = await configOf(service);
  expect(await originsOf(service)).toEqual(['https://second.example.com']);
  await save.press('Enter');
  await told.waitFor({ state: 'detached' });
  expect(await originsOf(service)).toEqual(['https://second.example.com']);
  expect((await configOf(service)).revision).toBe(revision);
});

const configOf = async ({ root }: DashboardService) => (await root.ask(getAuthProxyConfig, {})).authProxyConfig;
const originsOf = async (service: DashboardService) => (await configOf(service)).allowedOrigins;
