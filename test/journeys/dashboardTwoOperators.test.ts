import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { approveActivity } from '../../src/contract/activities.js';
import { listActivities } from '../../src/contract/activities.queries.js';
import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../src/contract/authProxy.queries.js';
import { updateRootQuorum } from '../../src/contract/organizations.js';
import { createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { toHex } from '../../src/crypto/hex.js';
import { publicKeyOf } from '../../src/crypto/p256.js';
import { type RootCaller, rootCaller } from '../../src/service/node/rootCaller.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { expectSound } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const issuer = (id: string) => ({ id, label: id, issuer: `https://${id}.example.com`, clientIds: ['web'] });
const configOf = async ({ root }: DashboardService) => (await root.ask(getAuthProxyConfig, {})).authProxyConfig;
const idsOf = async (service: DashboardService) => (await configOf(service)).oidcIssuers.map(({ id }) => id).sort();

/** Mona, without whom and the first operator nothing is changed from now on. */
async function secondOperator({ root, url, organizationId }: DashboardService): Promise<RootCaller> {
  const privateKey = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const publicKey = await publicKeyOf(privateKey);
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const user = { userName: 'Mona', userTags: [], authenticators: [], oauthProviders: [], apiKeys };
  const { result } = await root.submit(createUsers, { users: [user] });
  const [userId = ''] = (result as { createUsersResult: { userIds: string[] } }).createUsersResult.userIds;
  const { userId: rootId } = await root.ask(whoami, {});
  await root.submit(updateRootQuorum, { threshold: 2, userIds: [rootId, userId] });
  return rootCaller((path, init) => fetch(url + path, init), { organizationId, privateKey, clock: Date.now });
}

async function approveAll(by: RootCaller): Promise<void> {
  const { activities } = await by.ask(listActivities, { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] });
  for (const { fingerprint } of activities) await by.submit(approveActivity, { fingerprint });
}

const adding = (page: Page) => page.getByRole('region', { name: 'Further providers', exact: true });

async function add(page: Page, id: string): Promise<void> {
  await adding(page).getByText('Add a provider', { exact: true }).click();
  await page.getByLabel('Provider’s name').fill(id);
  await page.getByLabel('Provider’s id').fill(id);
  await page.getByLabel('Issuer').fill(`https://${id}.example.com`);
  await page.getByLabel('Provider’s client ids').fill('web');
  await page.getByRole('button', { name: 'Add provider' }).click();
}

test('of two providers that wait for approval the second drops neither: it is refused, says why, and comes again', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, { oidcIssuers: [] });
  const mona = await secondOperator(service);
  const { revision = '' } = await configOf(service);
  const page = await operate(service, '/login', { refusals: ['/public/v1/submit/approve_activity 409'] });
  await add(page, 'ours');
  await adding(page).getByText('It waits for the approval of others').waitFor();
  await mona.submit(updateAuthProxyConfig, { oidcIssuers: [issuer('monas')], expectedRevision: revision });
  const { activities } = await mona.ask(listActivities, {
    filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
  });
  const { userId } = await mona.ask(whoami, {});
  const ours = activities.find(({ votes }) => votes.every((vote) => vote.userId !== userId));
  await mona.submit(approveActivity, { fingerprint: ours?.fingerprint ?? '' });
  expect(await idsOf(service)).toEqual(['ours']);

  await page
    .getByRole('link', { name: /Approvals/ })
    .first()
    .click();
  await page.locator('main li').getByRole('button').first().click();
  const card = page.locator('dialog');
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Somebody changed the same meanwhile, and this would undo that. Reject it.').first().waitFor();
  await expectSound(page);
  await card.getByRole('button', { name: 'Reject' }).click();
  await expect
    .poll(async () => {
      const waiting = { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const] };
      return (await mona.ask(listActivities, waiting)).activities.length;
    })
    .toBe(0);
  expect(await idsOf(service)).toEqual(['ours']);

  const { revision: newer = '' } = await configOf(service);
  const both = { oidcIssuers: [issuer('ours'), issuer('monas')], expectedRevision: newer };
  const { fingerprint } = await mona.submit(updateAuthProxyConfig, both);
  await service.root.submit(approveActivity, { fingerprint });
  expect(await idsOf(service)).toEqual(['monas', 'ours']);
});

const refused = '/public/v1/submit/update_auth_proxy_config 409';

test('what was typed stays while another operator changes the same, is told of it, and is sent from what is there now', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/login', { refusals: [refused, refused] });
  const origins = page.getByLabel('Origins of your pages');
  await origins.fill('https://mine.example.com');
  // Somebody is faster than the page, between its look at what is there and its change.
  let isFirst = true;
  await page.route('**/submit/update_auth_proxy_config', async (route) => {
    if (isFirst) await service.root.submit(updateAuthProxyConfig, { allowedOrigins: [service.url] });
    isFirst = false;
    await route.continue();
  });
  const save = page.getByRole('button', { name: 'Save Origins' });
  await save.click();
  const section = page.getByRole('region', { name: 'Origins', exact: true });
  await section.getByRole('alert').getByText(`allowedOrigins is ["${service.url}"]`).waitFor();
  expect((await configOf(service)).allowedOrigins).toEqual([service.url]);
  expect(await origins.inputValue()).toBe('https://mine.example.com');
  await expectSound(page);
  await origins.fill(`https://mine.example.com\n${service.url}`);
  await save.click();
  await section.getByText('Saved.').waitFor();
  expect((await configOf(service)).allowedOrigins).toEqual(['https://mine.example.com', service.url]);

  // Of two providers that are added at once, too, none is lost.
  isFirst = true;
  await page.unroute('**/submit/update_auth_proxy_config');
  await page.route('**/submit/update_auth_proxy_config', async (route) => {
    const { oidcIssuers } = await configOf(service);
    if (isFirst) await service.root.submit(updateAuthProxyConfig, { oidcIssuers: [...oidcIssuers, issuer('theirs')] });
    isFirst = false;
    await route.continue();
  });
  await add(page, 'mine');
  await adding(page).getByRole('alert').getByText('oidcIssuers').waitFor();
  await adding(page).getByText('theirs', { exact: true }).first().waitFor();
  expect(await page.getByLabel('Provider’s id').inputValue()).toBe('mine');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await adding(page).getByText('Added.').waitFor();
  expect(await idsOf(service)).toEqual(expect.arrayContaining(['mine', 'theirs']));
});

test('a provider that waits is refused when another was approved first, and the form that it was sent from still has it', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, { oidcIssuers: [] });
  const mona = await secondOperator(service);
  const { revision = '' } = await configOf(service);
  const page = await operate(service, '/login');
  await add(page, 'ours');
  await adding(page).getByText('It waits for the approval of others').waitFor();
  const { fingerprint } = await mona.submit(updateAuthProxyConfig, {
    oidcIssuers: [issuer('monas')],
    expectedRevision: revision,
  });
  await service.root.submit(approveActivity, { fingerprint });
  await expect(approveAll(mona)).rejects.toMatchObject({ code: 'PROXY_CONFIG_CHANGED' });
  expect(await idsOf(service)).toEqual(['monas']);
  await page.getByLabel('Provider’s name').fill('Ours');
  await page.getByRole('button', { name: 'Add provider' }).click();
  await adding(page).getByText('monas', { exact: true }).first().waitFor();
  await adding(page).getByText('It waits for the approval of others').waitFor();
  const { activities } = await mona.ask(listActivities, { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] });
  const [newest] = [...activities].sort((one, other) => Number(other.timestampMs) - Number(one.timestampMs));
  await mona.submit(approveActivity, { fingerprint: newest?.fingerprint ?? '' });
  expect(await idsOf(service)).toEqual(['monas', 'ours']);
});
