import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../src/contract/authProxy.queries.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { stampLogin } from '../../src/contract/sessions.js';
import { createUsers } from '../../src/contract/users.js';
import { toHex } from '../../src/crypto/hex.js';
import { newSigningKey } from '../../src/crypto/newSigningKey.js';
import { publicKeyOf } from '../../src/crypto/p256.js';
import { rootCaller } from '../../src/service/node/rootCaller.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { expectSound, hostileName } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}` });
const dialog = (page: Page) => page.getByRole('dialog');

const configOf = async ({ root }: DashboardService) => (await root.ask(getAuthProxyConfig, {})).authProxyConfig;

/** Saves a section, and waits until it says so. */
async function saved(page: Page, name: string): Promise<void> {
  await save(page, name).click();
  await section(page, name).getByText('Saved.').waitFor();
}

test('an operator changes origins, sessions, codes, messages and limits, each alone, and the service has what was saved', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/login', { refusals: ['/public/v1/submit/update_auth_proxy_config 400'] });
  const before = await configOf(service);

  await section(page, 'Origins').getByText('lets every page on the web').waitFor();
  const origins = page.getByLabel('Origins of your pages');
  await origins.fill('');
  await save(page, 'Origins').click();
  await section(page, 'Origins').getByRole('alert').getByText('Name at least one origin').waitFor();
  await origins.fill('https://app.example.com/login');
  await save(page, 'Origins').click();
  await section(page, 'Origins').getByRole('alert').getByText('must be an exact origin').waitFor();
  expect(await configOf(service)).toEqual(before);
  await origins.fill(`https://app.example.com\n\n ${service.url} `);
  await saved(page, 'Origins');

  await page.getByLabel('Session length', { exact: true }).fill('12');
  await page.getByLabel('Session length: unit').selectOption('hours');
  await section(page, 'Sessions').getByText('does not come back for 12 hours').waitFor();
  await saved(page, 'Sessions');
  await page.getByLabel('Length', { exact: true }).fill('8');
  await page.getByLabel('Letters, too').check();
  await saved(page, 'Codes');
  await page.getByLabel('App name').fill('Acme');
  await page.getByLabel('Reply to').fill('help@example.com');
  await saved(page, 'Messages');
  await page.getByLabel('Only to').fill('+49, 0043');
  await saved(page, 'SMS countries');
  await page.getByLabel('Texts per hour', { exact: true }).fill('300');
  await saved(page, 'Caps');
  await page.getByLabel('Google client ids').fill('web.example\nios.example');
  await saved(page, 'Providers');

  const { updatedAt: _, revision: __, ...after } = await configOf(service);
  const { updatedAt: ___, revision: ____, ...rest } = before;
  expect(after).toEqual({
    ...rest,
    allowedOrigins: ['https://app.example.com', service.url],
    sessionExpirationSeconds: 12 * 3600,
    otpLength: 8,
    otpAlphanumeric: true,
    emailCustomizationParams: { appName: 'Acme' },
    replyToEmailAddress: 'help@example.com',
    smsCountries: { allow: ['49', '43'] },
    textsPerHour: 300,
    oauthClientIds: { google: ['web.example', 'ios.example'] },
  });
  await save(page, 'Caps').click();
  await section(page, 'Caps').getByText('Nothing was changed.').waitFor();
});

test('what keeps people out is asked once more, by keyboard alone, and never leaves nobody a way in', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, { oidcIssuers: [] }); // the example's own provider is a way in
  const page = await operate(service, '/login');
  const press = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await page.getByLabel('SMS', { exact: true }).focus();
  await page.keyboard.press('Space');
  await press('Save Methods');
  await dialog(page).getByText('People who log in by SMS will not get in. Nobody has used it').waitFor();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'hidden' });
  expect((await configOf(service)).allowedAuthMethods).toContain('sms');
  await press('Save Methods');
  await press('Take away');
  await section(page, 'Methods').getByText('Saved.').waitFor();
  expect((await configOf(service)).allowedAuthMethods).toEqual(['email', 'passkey', 'wallet']);

  for (const name of ['Email', 'Passkey', 'Wallet']) await page.getByLabel(name, { exact: true }).uncheck();
  await press('Save Methods');
  await section(page, 'Methods').getByText('Leave at least one way to log in').waitFor();
  expect(await dialog(page).count()).toBe(0);

  await press('Turn off');
  await dialog(page).getByText('Nobody will be able to sign up').waitFor();
  await dialog(page).getByRole('button', { name: 'Turn off' }).focus();
  await page.keyboard.press('Enter');
  await press('Turn on');
  await section(page, 'Auth proxy').getByText('People can sign up and log in.').waitFor();
  expect((await configOf(service)).enabled).toBe(true);
});

test('a member without the right hears once that turning the auth proxy off takes one', async () => {
  const service = await startDashboard();
  const privateKey = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const publicKey = await publicKeyOf(privateKey);
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const user = { userName: 'Mona', userTags: [], authenticators: [], oauthProviders: [], apiKeys };
  await service.root.submit(createUsers, { users: [user] });
  const { url, organizationId } = service;
  const mona = await rootCaller((path, init) => fetch(url + path, init), {
    organizationId,
    privateKey,
    clock: Date.now,
  });
  const page = await operate(service, '', { refusals: ['/public/v1/submit/disable_auth_proxy 403'] });
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.route('**/dev/dashboard-login', async (route) => {
    const asked = { publicKey: route.request().postDataJSON().publicKey, expirationSeconds: '3600' };
    const { result } = await mona.submit(stampLogin, asked);
    await route.fulfill({ json: Object.values(result)[0] });
  });
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
  await page.goto(`/dashboard/login?as=mona#token=${service.token}`);
  await page.getByText('Mona', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Turn off' }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Turn off' }).press('Enter');
  const told = page.getByRole('alert');
  await told.waitFor();
  expect(await told.allInnerTexts()).toEqual([
    'Your user may not do this: it takes a member of the root quorum, or a policy that allows it.',
  ]);
  await expectSound(page);
  expect((await configOf(service)).enabled).toBe(true);
});

test('an operator adds a provider of their own, and reads what is wrong with it', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/login', { refusals: ['/public/v1/submit/update_auth_proxy_config 400'] });
  const further = section(page, 'Further providers');
  await further.getByText('Add a provider').focus();
  await page.keyboard.press('Enter');
  await further.getByLabel('Provider’s name').fill(hostileName);
  await further.getByLabel('Provider’s id').fill('acme');
  await further.getByLabel('Issuer').fill('https://id.example.com?tenant=1');
  await further.getByLabel('Provider’s client ids').fill('web\nios');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await further.getByRole('alert').getByText('must be an https URL without query').waitFor();
  await expectSound(page);
  await further.getByLabel('Issuer').fill('https://id.example.com');
  await further.getByRole('button', { name: 'Add provider' }).click();
  await further.getByText('Added.').waitFor();
  const added = { id: 'acme', label: hostileName, issuer: 'https://id.example.com', clientIds: ['web', 'ios'] };
  expect((await configOf(service)).oidcIssuers).toContainEqual(added);
  expect(await further.locator('img').count()).toBe(0);
});

test('the secret key of the captcha is sent, and is nowhere on the page afterwards', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/login', { refusals: ['/public/v1/submit/update_auth_proxy_config 400'] });
  await page.getByLabel('Ask for a captcha').check();
  await save(page, 'Captcha').click();
  await section(page, 'Captcha').getByRole('alert').getByText('turnstileSiteKey').waitFor();
  await page.getByLabel('Site key').fill('1x00000000000000000000AA');
  await page.getByLabel('Secret key').fill('1x0000000000000000000000000000000AA');
  await saved(page, 'Captcha');
  expect(await page.getByLabel('Secret key').inputValue()).toBe('');
  expect(await page.content()).not.toContain('1x0000000000000000000000000000000AA');
  expect((await configOf(service)).captchaEnabled).toBe(true);
});

test.each(['light', 'dark'] as const)(
  'at 320 px, %s, with hostile names, everything is text and within reach',
  async (colorScheme) => {
    const service = await startDashboard();
    const issuer = {
      id: 'acme',
      issuer: 'https://id.example.com',
      clientIds: ['web'],
      label: `<img src=x onerror=alert(1)> אב`,
    };
    await service.root.submit(updateAuthProxyConfig, {
      oidcIssuers: [issuer],
      emailCustomizationParams: { appName: hostileName },
    });
    const page = await operate(service, '/login', { viewport: { width: 320, height: 700 }, colorScheme });
    const listed = section(page, 'Further providers').getByRole('listitem').getByText(issuer.label);
    await listed.waitFor();
    expect(await page.getByLabel('App name').inputValue()).toBe(hostileName);
    expect(await page.locator('main img').count()).toBe(0);
    await expectSound(page);
    await page.getByRole('button', { name: `Delete ${issuer.label}` }).click();
    await dialog(page).getByText('will not get in').waitFor();
    await expectSound(page);
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await listed.waitFor({ state: 'hidden' });
    expect((await configOf(service)).oidcIssuers).toEqual([]);
  },
);

test('an organization without an auth proxy is offered one, and hears why it cannot have one', async () => {
  const service = await startDashboard();
  const { publicKey } = await newSigningKey();
  const apiKeys = [{ apiKeyName: 'Backend', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const { result } = await service.root.submit(createSubOrganization, {
    subOrganizationName: 'Below',
    rootUsers: [{ userName: 'Ada', apiKeys, authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
  const organizationId = Object.values(result).map(
    (made) => (made as { subOrganizationId: string }).subOrganizationId,
  )[0];
  // The dashboard of an organization that has none: a sub-organization never has.
  const page = await operate(service, '/login', { tolerated: /^\/public\/v1\// });
  await page.route('**/dashboard.json', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, organizationId, authProxyConfigId: null } });
  });
  await page.goto('about:blank'); // so that the page begins anew
  await page.goto(`/dashboard/login#token=${service.token}`);
  await page.getByText('This organization has no auth proxy yet.').waitFor();
  await expectSound(page);
  await page.getByRole('button', { name: 'Enable the auth proxy' }).click();
  await page.getByRole('alert').waitFor();
});
