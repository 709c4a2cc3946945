import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { listActivities } from '../../src/contract/activities.queries.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { initOtpAuth } from '../../src/contract/otpAuth.js';
import { createPolicy, deletePolicy, updatePolicy } from '../../src/contract/policies.js';
import type { ApiKeyParams } from '../../src/contract/shapes.js';
import { signTransaction } from '../../src/contract/signing.js';
import { createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { createWallet } from '../../src/contract/wallets.js';
import { toHex } from '../../src/crypto/hex.js';
import { publicKeyOf } from '../../src/crypto/p256.js';
import { type RootCaller, rootCaller } from '../../src/service/node/rootCaller.js';
import { ethereumTransaction } from '../support/ethereumTransactions.js';
import { accessibilityFaults } from './support/axe.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const hostile = '<img src=x onerror=alert(1)> שלום';

test('an operator reads what was done, by whom, and which policy allowed it, by keyboard alone', async () => {
  const service = await startDashboard();
  await fill(service);
  const page = await operate(service, '/activity');
  const row = page.getByRole('link', { name: 'Create wallet' });
  await row.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('region', { name: 'Create wallet' });
  await expect.poll(() => sheet.textContent()).toContain('Allowed it');
  const told = await sheet.textContent();
  for (const text of [
    'Completed',
    hostile,
    'API key',
    'Bob’s key',
    'Bob makes wallets',
    "activity.resource == 'WALLET'",
  ])
    expect(told).toContain(text);
  expect(told).toContain(`${hostile} approved it`);
  // Both of its expressions hold: all of the one decided, and all of the other, in words and as a mark.
  expect(told).toContain('Marked: what decided, in its condition and consensus.');
  const [condition, consensus] = await sheet.locator('mark').allTextContents();
  expect(condition).toContain("activity.resource == 'WALLET' && activity.action == 'CREATE'");
  expect(consensus).toContain('What decided: approvers.any(user, user.id ==');
  expect(await page.locator('img[onerror]').count()).toBe(0);
  await sheet.getByText('What was asked').click();
  expect(await sheet.getByRole('textbox', { name: 'What was asked' }).inputValue()).toContain('"walletName"');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).toBe(`${service.url}/dashboard/activity`);
  expect(await row.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a signature is told by what it does, not by its type', async () => {
  const service = await startDashboard();
  const account = { curve: 'CURVE_SECP256K1', pathFormat: 'PATH_FORMAT_BIP32', path: "m/44'/60'/0'/0/0" } as const;
  const accounts = [{ ...account, addressFormat: 'ADDRESS_FORMAT_ETHEREUM' }] as const;
  const { result } = await service.root.submit(createWallet, { walletName: 'Treasury', accounts: [...accounts] });
  const { addresses } = Object.values(result)[0] as { addresses: string[] };
  const to = '0x9955ad3b4f0c2c9b4f0c1b8c2e4c0f1d2a3b40b2';
  await service.root.submit(signTransaction, {
    signWith: addresses[0] ?? '',
    unsignedTransaction: ethereumTransaction({ to, value: 15n * 10n ** 17n }),
    type: 'TRANSACTION_TYPE_ETHEREUM',
  });
  const page = await operate(service, '/activity', { viewport: { width: 320, height: 640 } });
  await expect.poll(() => rows(page)).toContain('Sign transaction Send 1.5 ETH to 0x9955…40b2');
  expect(await fits(page)).toBe(true);
  await page.getByRole('link', { name: 'Sign transaction' }).click();
  const sheet = page.getByRole('region', { name: 'Sign transaction' });
  await sheet.getByText('Send 1.5 ETH to 0x9955…40b2').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('what a session has done is told with its name once', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/team');
  await page.getByText('Add a tag').click();
  await page.locator('#tag-name').fill('Finance');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete the tag Finance' }).waitFor();
  await page.goto('/dashboard/activity');
  await page.getByRole('link', { name: 'Create user tag' }).click();
  const sheet = page.getByRole('region', { name: 'Create user tag' });
  await expect.poll(() => sheet.textContent()).toMatch(/WithSession \d/);
  expect(await sheet.textContent()).not.toContain('Session Session');
});

test('the filters read as a sentence, stand in the address, and lead to what failed and what waits', async () => {
  const service = await startDashboard();
  await fill(service);
  const page = await operate(service, '/activity');
  await page.getByRole('link', { name: 'Failed' }).click();
  await expect.poll(() => rows(page)).toEqual(['Create policy Bob makes wallets']);
  expect(page.url()).toBe(`${service.url}/dashboard/activity?status=failed`);
  await page.getByRole('link', { name: 'Create policy' }).click();
  const sheet = page.getByRole('region', { name: 'Create policy' });
  await expect.poll(() => sheet.textContent()).toContain('the root quorum decided');
  expect(await sheet.locator('.refusal').textContent()).toContain('name');
  await sheet.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('combobox', { name: 'Kind of activity' }).selectOption('Create wallet');
  await page.getByText('No activity is like that.').waitFor();
  await page.reload();
  await page.getByText('No activity is like that.').waitFor();
  await page.getByRole('link', { name: 'Show all' }).click();
  await page.getByRole('link', { name: 'Waiting', exact: true }).click();
  await expect.poll(() => rows(page)).toEqual(['Create user tag Bob’s own']);
  await page.getByRole('link', { name: 'Create user tag' }).click();
  const waiting = page.getByRole('region', { name: 'Create user tag' });
  await expect.poll(() => waiting.textContent()).toContain('Needs more approvals');
  await waiting.getByRole('link', { name: 'Open Approvals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
});

test('who asked, when, and a fingerprint narrow the list, by keyboard alone, and stand in the address', async () => {
  const service = await startDashboard();
  await fill(service);
  service.advanceMs(3 * dayMs); // of the service alone: what comes now lies in the browser's future
  await service.root.submit(createUserTag, { userTagName: 'Tomorrow’s', userIds: [] });
  const page = await operate(service, '/activity', { viewport: { width: 320, height: 640 } });
  const choose = async (name: string, words: string) => {
    const select = page.getByRole('combobox', { name });
    await select.focus();
    await page.keyboard.type(words);
    await expect.poll(() => select.locator('option:checked').textContent()).toBe(words);
  };
  await choose('Who asked for it', `by ${hostile}`);
  await expect.poll(() => rows(page)).toEqual(['Create user tag Bob’s own', `Create wallet ${hostile}`]);
  await choose('Kind of activity', 'Create wallet');
  await expect.poll(() => rows(page)).toEqual([`Create wallet ${hostile}`]);
  await choose('Time', 'on certain days');
  const [today, tomorrow, yesterday] = [day(0), day(1), day(-1)];
  await page.getByLabel('from').fill(tomorrow);
  await page.getByText('No activity is like that.').waitFor();
  await page.getByLabel('from').fill(yesterday);
  await expect.poll(() => rows(page)).toEqual([`Create wallet ${hostile}`]);
  await page.getByLabel('to', { exact: true }).fill(today);
  await expect.poll(() => rows(page)).toEqual([`Create wallet ${hostile}`]);
  await page.reload();
  await expect.poll(() => rows(page)).toEqual([`Create wallet ${hostile}`]);
  const search = new URL(page.url()).searchParams;
  expect(Object.fromEntries(search)).toMatchObject({ kind: 'CREATE_WALLET', time: 'days', from: yesterday, to: today });
  expect(await fits(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);

  // All newer than an hour, the one of the future too: its time is the service's.
  await page.goto('/dashboard/activity?status=completed&kind=CREATE_USER_TAG&time=hour');
  await expect.poll(() => rows(page)).toEqual(['Create user tag Tomorrow’s']);
  const { activities } = await service.root.ask(listActivities, {});
  const wallet = activities.find(({ type }) => type === createWallet.versions.V1.type);
  const field = page.getByRole('searchbox', { name: 'Id or fingerprint' });
  const searchFor = async (text: string) => {
    await field.fill(text);
    await page.keyboard.press('Enter');
  };
  await searchFor('Ada');
  await page.getByRole('alert').getByText('That is neither an id nor a fingerprint.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await searchFor(wallet?.fingerprint ?? '');
  await expect.poll(() => rows(page)).toEqual([`Create wallet ${hostile}`]);
  await searchFor('0'.repeat(64));
  await page.getByText('No activity is like that.').waitFor();
  await searchFor(wallet?.id ?? '');
  await page.getByRole('region', { name: 'Create wallet' }).waitFor();

  await page.goto('/dashboard/team');
  await page.getByRole('link', { name: hostile }).click();
  await page.getByRole('link', { name: 'All they asked for' }).click();
  await expect.poll(() => rows(page)).toEqual(['Create user tag Bob’s own', `Create wallet ${hostile}`]);
});

const dayMs = 86_400_000;

/** A day so many after today, where the browser is: `2026-11-30`. */
const day = (later: number): string => {
  const at = new Date(Date.now() + later * dayMs);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};

test('the part that decided is marked in the text of then: of a policy renamed, changed, deleted, long; and in forced colours', async () => {
  const service = await startDashboard();
  const { root } = service;
  const { bob } = await addBob(service);
  const isWallet = "activity.resource == 'WALLET'";
  const allow = (policyName: string, condition: string) =>
    root.submit(createPolicy, { policyName, effect: 'EFFECT_ALLOW', condition });
  const part = "'שלום\u202E🔑' != 'b'";
  const { result } = await allow('First name', `${isWallet} && (${part} || 1 == 2)`);
  const { createPolicyResult } = result as { createPolicyResult: { policyId: string } };
  const gone = await allow('Gone since', `${isWallet} && 1 == 2`);
  await allow('Long', `${`'${'a'.repeat(16)}' != 'b' && `.repeat(540)}${'1 == 1 && '.repeat(50)}2 == 3`);
  await bob.submit(createWallet, { walletName: 'Wallet', accounts: [] });
  const { policyId } = createPolicyResult;
  await root.submit(updatePolicy, { policyId, policyName: hostile, policyCondition: 'false' });
  const { policyId: goneId } = (gone.result as { createPolicyResult: { policyId: string } }).createPolicyResult;
  await root.submit(deletePolicy, { policyId: goneId });
  const page = await operate(service, '/activity', { viewport: { width: 320, height: 640 }, forcedColors: 'active' });
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.getByRole('link', { name: 'Create wallet' }).click();
  const sheet = page.getByRole('region', { name: 'Create wallet' });
  await sheet.getByText('Marked: what decided, in its condition.').first().waitFor();
  // What the policies are now comes by another query than what they said then.
  await expect.poll(() => sheet.textContent()).toContain('Its name was First name.');
  expect(await sheet.textContent()).toContain(hostile);
  expect(await sheet.textContent()).toContain('It was changed since; this is what it said then.');
  expect(await sheet.locator('mark').first().textContent()).toContain(`${isWallet} && (${part} || 1 == 2)`);
  await sheet.getByText('2 policies did not apply').click();
  expect(await sheet.textContent()).toContain('Gone since');
  expect(await sheet.textContent()).toContain('It was deleted since');
  const marks = await sheet.locator('mark').allTextContents();
  expect(marks.filter((text) => text.includes('1 == 2')).length).toBeGreaterThan(1);
  await sheet.getByText('… == 1 &&', { exact: false }).first().waitFor();
  expect(marks.filter((text) => text.includes('2 == 3'))).toHaveLength(2); // and folded
  expect(await page.locator('img[onerror]').count()).toBe(0);
  expect(await fits(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('more are shown page by page, on a narrow, dark screen read from the right', async () => {
  const service = await startDashboard();
  for (let count = 0; count < 60; count += 1)
    await service.root.submit(createUserTag, { userTagName: `Tag ${count}`, userIds: [] });
  const narrow = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
  const page = await operate(service, '/activity', narrow);
  await expect.poll(async () => (await rows(page)).length).toBe(50);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(async () => (await rows(page)).at(-1)).toContain('Update auth proxy config');
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Create user tag' }).first().click();
  await page.getByRole('heading', { name: 'Votes' }).waitFor();
  expect(await fits(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Close' }).click();
  expect(await fits(page)).toBe(true);
});

test('a sub-organization’s activities are shown in their own place, with the names of its own people', async () => {
  const service = await startDashboard();
  const { privateKey, apiKeys } = await newKey();
  const { result } = await service.root.submit(createSubOrganization, {
    subOrganizationName: 'Ada’s',
    rootUsers: [{ userName: 'Ada', userEmail: 'ada@example.com', apiKeys, authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
  const { subOrganizationId } = Object.values(result)[0] as { subOrganizationId: string };
  const ada = await callerFor(service, subOrganizationId, privateKey);
  await ada.submit(createWallet, { walletName: 'Ada’s wallet', accounts: [] });
  // What a member of the organization starts there, the organization's policies decide.
  const { bobsKey } = await addBob(service);
  await service.root.submit(createPolicy, {
    policyName: 'Bob sends codes',
    effect: 'EFFECT_ALLOW',
    condition: "activity.kind == 'INIT_OTP_AUTH'",
  });
  const bob = await callerFor(service, subOrganizationId, bobsKey);
  await bob.submit(initOtpAuth, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', appName: 'Shop' });
  const page = await operate(service, `/activity?organization=${subOrganizationId}`);
  await expect.poll(() => rows(page)).toContain('Create wallet Ada’s wallet');
  await page.getByRole('link', { name: 'Create wallet' }).click();
  const sheet = page.getByRole('region', { name: 'Create wallet' });
  await expect.poll(() => sheet.textContent()).toContain('Ada approved it');
  await sheet.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('rowheader').filter({ hasNotText: 'Create wallet' }).getByRole('link').first().click();
  await page.getByText('A policy of your organization decided in this one').waitFor();
  await page.getByRole('link', { name: 'Bob sends codes' }).waitFor();
  await page.getByRole('link', { name: /^Close/ }).click();
  await page.getByRole('link', { name: 'Show the organization’s own' }).click();
  await expect.poll(() => rows(page)).toContain('Create sub organization Ada’s');
});

/** Bob, with a key and a hostile name, makes a wallet by a policy, and asks for a tag that others must approve; and somebody fails. */
async function fill(service: DashboardService): Promise<void> {
  const { root } = service;
  const { userId: rootId } = await root.ask(whoami, {});
  const { bob, bobId } = await addBob(service);
  const makesWallets = {
    policyName: 'Bob makes wallets',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${bobId}')`,
    condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
  } as const;
  await root.submit(createPolicy, makesWallets);
  await root.submit(createPolicy, {
    policyName: 'Two make tags',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${bobId}') && approvers.any(user, user.id == '${rootId}')`,
    condition: "activity.kind == 'CREATE_USER_TAG'",
  });
  await bob.submit(createWallet, { walletName: hostile, accounts: [] });
  await bob.submit(createUserTag, { userTagName: 'Bob’s own', userIds: [] });
  await root.submit(createPolicy, makesWallets).catch(() => {}); // its name is taken
}

async function addBob(service: DashboardService): Promise<{ bob: RootCaller; bobId: string; bobsKey: string }> {
  const { privateKey, apiKeys } = await newKey();
  const rest = { authenticators: [], oauthProviders: [], userTags: [] };
  const { result } = await service.root.submit(createUsers, { users: [{ userName: hostile, apiKeys, ...rest }] });
  const { createUsersResult } = result as { createUsersResult: { userIds: string[] } };
  const bob = await callerFor(service, service.organizationId, privateKey);
  return { bob, bobId: createUsersResult.userIds[0] ?? '', bobsKey: privateKey };
}

async function newKey(): Promise<{ privateKey: string; apiKeys: ApiKeyParams[] }> {
  const privateKey = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const publicKey = await publicKeyOf(privateKey);
  return { privateKey, apiKeys: [{ apiKeyName: 'Bob’s key', publicKey, curveType: 'API_KEY_CURVE_P256' }] };
}

const callerFor = ({ url }: DashboardService, organizationId: string, privateKey: string): Promise<RootCaller> =>
  rootCaller((path, init) => fetch(url + path, init), { organizationId, privateKey, clock: Date.now });

const rows = (page: Page): Promise<string[]> => page.getByRole('rowheader').allTextContents();

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test('an address with a name that is no id says that nothing is there, and offers no second try', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/activity/x', { refusals: ['/public/v1/query/get_activity 400'] });
  await page.getByRole('alert').getByText('There is nothing at this address.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
});
