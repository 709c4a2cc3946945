import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { expect, onTestFinished, test } from 'vitest';
import { createSmartContractInterface } from '../../src/contract/contracts.js';
import { listSmartContractInterfaces } from '../../src/contract/contracts.queries.js';
import { createOauth2Credential } from '../../src/contract/oauth2.js';
import { listOauth2Credentials } from '../../src/contract/oauth2.queries.js';
import { getOrganizationConfigs } from '../../src/contract/organizations.queries.js';
import { createTvcApp } from '../../src/contract/tvc.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { createWebhookEndpoint } from '../../src/contract/webhooks.js';
import { listWebhookEndpoints } from '../../src/contract/webhooks.queries.js';
import { sealClientSecret } from '../../src/crypto/clientSecret.js';
import { app } from '../support/examples/tvc.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { expectSound, hostileName } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const part = (page: Page, name: string) =>
  page.locator('section.part').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const dialog = (page: Page) => page.getByRole('dialog');

/** A server that takes every event. @returns its URL */
async function receiver(): Promise<string> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
}

/** One of everything that is listed, with names that were typed to harm. */
async function fill({ root, trust }: DashboardService): Promise<void> {
  await root.submit(createOauth2Credential, {
    provider: 'OAUTH2_PROVIDER_DISCORD',
    clientId: '112233',
    encryptedClientSecret: await sealClientSecret('a secret', trust.tlsFetcherEncryptPublicKey),
  });
  await root.submit(createSmartContractInterface, {
    smartContractAddress: `0x${'1'.repeat(40)}`,
    smartContractInterface: JSON.stringify([{ type: 'function', name: 'pause', inputs: [] }]),
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: hostileName,
    notes: `${hostileName} ‮gnp.exe`,
  });
  await root.submit(createTvcApp, await app());
}

test('a webhook is added, shows what was sent to it page by page, pauses and is deleted, by keyboard alone', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/developers');
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await page.getByRole('link', { name: 'Add the first webhook' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Ledger');
  await page.keyboard.press('Tab');
  await page.keyboard.type(await receiver());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Ledger' }).waitFor();
  const [endpoint] = (await service.root.ask(listWebhookEndpoints, {})).webhookEndpoints;
  expect(page.url()).toBe(`${service.url}/dashboard/developers/webhooks/${endpoint?.endpointId}`);

  for (let count = 0; count < 12; count += 1)
    await service.root.submit(createUserTag, { userTagName: `Tag ${count}`, userIds: [] });
  const rows = page.locator('.sheet tbody tr');
  await expect
    .poll(
      async () => {
        await press('Refresh');
        return page.locator('.sheet tbody tr', { hasText: 'Delivered' }).count();
      },
      { timeout: 60_000 },
    )
    .toBe(10);
  expect(await rows.first().locator('td').allInnerTexts()).toEqual([
    ...['Delivered', '200', '1', expect.any(String), 'Send again'],
  ]);
  await press('Older');
  await expect.poll(() => page.getByRole('button', { name: 'Newer' }).isEnabled()).toBe(true);
  await press('Newer');
  await expect.poll(() => rows.count()).toBe(10);
  await expectSound(page);

  service.advanceMs(10_000); // no delivery is sent again sooner
  const again = rows.last().getByRole('button', { name: 'Send again' });
  await again.focus();
  await page.keyboard.press('Enter');
  await page.getByText('It is being sent again.').waitFor();
  await expectSound(page);

  await press('Pause');
  await page.locator('.sheet').getByText('Paused', { exact: true }).waitFor();
  await press('Resume');
  await page.locator('.sheet').getByText('Active', { exact: true }).waitFor();
  await press('Delete');
  await dialog(page).getByText('Delete Ledger?').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('heading', { level: 2, name: 'Ledger' }).waitFor();
  await press('Delete');
  await dialog(page).getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Add the first webhook' }).waitFor();
  expect((await service.root.ask(listWebhookEndpoints, {})).webhookEndpoints).toEqual([]);
});

test('the ids and the settings of an app are there to copy; credentials and interfaces are deleted once it was asked', async () => {
  const service = await startDashboard();
  await fill(service);
  const page = await operate(service, '/developers', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy the settings' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const text of [service.url, service.authProxyConfigId, ...Object.values(service.trust)].flat())
    expect(copied).toContain(text);
  expect(copied).toMatch(/^<LatchkeyProvider\n {2}settings=\{\{\n {4}authProxyUrl: "/);
  await page.getByRole('button', { name: 'Copy Organization id' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(service.organizationId);

  await part(page, 'OAuth 2.0 credentials').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByText('People who log in by Discord').waitFor();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await part(page, 'OAuth 2.0 credentials').getByText('None.').waitFor();
  expect((await service.root.ask(listOauth2Credentials, {})).oauth2Credentials).toEqual([]);
  await part(page, 'Smart contract interfaces').getByRole('button', { name: 'Delete' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await part(page, 'Smart contract interfaces').getByText('None.').waitFor();
  expect((await service.root.ask(listSmartContractInterfaces, {})).smartContractInterfaces).toEqual([]);
});

test.each(['light', 'dark'] as const)(
  'an app at X or Discord is added by keyboard alone, at 320 px, %s, read from the right; its secret is sealed, and nowhere afterwards',
  async (colorScheme) => {
    const service = await startDashboard();
    const path = '/public/v1/submit/create_oauth2_credential';
    const refusals = [`${path} 409`, `${path} 400`];
    const page = await operate(service, '/developers', {
      viewport: { width: 320, height: 700 },
      colorScheme,
      refusals,
    });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    const credentials = part(page, 'OAuth 2.0 credentials');
    await credentials.getByText('Add a credential').focus();
    await page.keyboard.press('Enter');
    await credentials.getByLabel('Provider').focus();
    await page.keyboard.type('Discord');
    await page.keyboard.press('Tab');
    await page.keyboard.type('112233');
    await page.keyboard.press('Tab');
    await page.keyboard.type('hunter2-of-the-app');
    await expectSound(page);
    await page.keyboard.press('Enter');
    await credentials.getByText('Added.').waitFor();
    await credentials.getByRole('row', { name: /Discord/ }).waitFor();
    const found = async () => (await service.root.ask(listOauth2Credentials, {})).oauth2Credentials;
    expect(await found()).toMatchObject([{ provider: 'OAUTH2_PROVIDER_DISCORD', clientId: '112233' }]);
    expect(await credentials.getByLabel('Client secret').inputValue()).toBe('');
    expect(await page.content()).not.toContain('hunter2');
    expect(sent.join()).toContain('encryptedClientSecret');
    expect(sent.join()).not.toContain('hunter2');

    // The same app once more is refused, and what was typed stays.
    await credentials.getByLabel('Client id', { exact: true }).fill('112233');
    await credentials.getByLabel('Client secret').fill('another');
    await credentials.getByRole('button', { name: 'Add credential' }).press('Enter');
    await credentials.getByRole('alert').waitFor();
    expect(await credentials.getByLabel('Client secret').inputValue()).toBe('another');
    await expectSound(page);
    await credentials.getByLabel('Client id', { exact: true }).fill('of X');
    expect(await credentials.getByRole('alert').count()).toBe(0);
    await credentials.getByRole('button', { name: 'Add credential' }).press('Enter');
    await credentials.getByRole('alert').waitFor();
    expect(await found()).toHaveLength(1);
  },
);

test('features are turned off once it was asked, and on again; the origins of passkeys are checked by the service', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/developers', { refusals: ['/public/v1/submit/set_organization_feature 400'] });
  const features = async () => (await service.root.ask(getOrganizationConfigs, {})).configs.features;
  await page.getByRole('button', { name: 'Turn off Codes by SMS' }).click();
  await dialog(page).getByText('People who log in by SMS will not get in.').waitFor();
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Turn on Codes by SMS' }).waitFor();
  expect((await features()).map(({ name }) => name)).not.toContain('FEATURE_NAME_SMS_AUTH');
  await page.getByRole('button', { name: 'Turn on Codes by SMS' }).click();
  await page.getByRole('button', { name: 'Turn off Codes by SMS' }).waitFor();
  const origins = page.getByLabel('Passkey origins', { exact: true });
  await origins.fill('app.example.com');
  await page.getByRole('button', { name: 'Save passkey origins' }).click();
  await part(page, 'Features').getByRole('alert').waitFor();
  await origins.fill('https://app.example.com, https://b.example.com');
  await page.getByRole('button', { name: 'Save passkey origins' }).click();
  await part(page, 'Features').getByText('Saved.').waitFor();
  const value = 'https://app.example.com,https://b.example.com';
  expect(await features()).toContainEqual({ name: 'FEATURE_NAME_WEBAUTHN_ORIGINS', value });
});

test.each(['light', 'dark'] as const)(
  'at 320 px, %s, with hostile names, everything is text and within reach',
  async (colorScheme) => {
    const service = await startDashboard();
    await fill(service);
    await service.root.submit(createWebhookEndpoint, {
      name: hostileName,
      url: `${await receiver()}/${'long/'.repeat(30)}`,
    });
    const page = await operate(service, '/developers', { viewport: { width: 320, height: 700 }, colorScheme });
    await part(page, 'TVC apps').getByRole('row').nth(1).waitFor();
    await expect.poll(() => page.getByText(hostileName).count()).toBeGreaterThan(2);
    expect(await page.locator('main img').count()).toBe(0);
    await expectSound(page);
    await page.getByRole('link', { name: hostileName }).click();
    await page.getByRole('heading', { level: 2, name: hostileName }).waitFor();
    await expectSound(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.sheet').count()).toBe(0);
  },
);
