import { expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../src/contract/authProxy.queries.js';
import { createInvitations } from '../../src/contract/invitations.js';
import { updateRootQuorum } from '../../src/contract/organizations.js';
import { type CreateUsersResult, createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { newSigningKey } from '../../src/crypto/newSigningKey.js';
import { accessibilityFaults } from './support/axe.js';
import { operate, scrollsSideways, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const name = '<b>Bo</b> O’Hara';

test('a member gets an API key and loses it, and is removed, each asked once more, by keyboard alone', async () => {
  const service = await startDashboard();
  await service.root.submit(createUsers, {
    users: [{ userName: name, userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] }],
  });
  const page = await operate(service, '/team');
  await page.getByRole('link', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByText('Add an API key').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name }).getByLabel('Name', { exact: true }).fill('Backend');
  await page.getByLabel(/Public key/).fill((await newSigningKey()).publicKey);
  await page.getByRole('button', { name: 'Add API key' }).press('Enter');
  await page.getByText('Added.').waitFor();
  await page.getByRole('button', { name: 'Remove Backend' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await page.getByRole('button', { name: 'Remove Backend' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: `Remove ${name} from the team` }).press('Enter');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Remove ${name} from the team` }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect.poll(() => page.url()).toBe(`${service.url}/dashboard/team`);
  await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
});

test('somebody is invited and not any more, a tag comes and goes, and the quorum says what it means, at 320 px', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/team', { viewport: { width: 320, height: 720 } });
  await page.getByText('One member alone may do everything').waitFor();
  await page.getByText('Invite somebody').click();
  await page.locator('#invite-name').fill('Cy');
  await page.getByLabel('Email', { exact: true }).fill('cy@example.com');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByText('Invited cy@example.com.').waitFor();
  await page.getByRole('row', { name: /cy@example\.com/ }).waitFor();
  await page.getByText('Add a tag').click();
  await page.locator('#tag-name').fill('Finance');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('button', { name: 'Delete the tag Finance' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.getByRole('button', { name: 'Delete the tag Finance' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('None yet. Policies can name everybody').waitFor();
  await page.getByRole('button', { name: 'Take back the invitation of Cy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Nobody is invited.').waitFor();
});

test('what another operator has changed meanwhile is shown, and not overwritten: the root quorum, and a setting', async () => {
  const service = await startDashboard();
  const { root, organizationId } = service;
  const { userId: rootId } = await root.ask(whoami, { organizationId });
  const users = ['Bo', 'Cy'].map((userName) => ({
    userName,
    userTags: [],
    apiKeys: [],
    authenticators: [],
    oauthProviders: [],
  }));
  const { result } = await root.submit(createUsers, { users });
  const [bo = ''] = (result.createUsersResult as CreateUsersResult).userIds;
  const page = await operate(service, '/team');
  await page.getByText('Change the root quorum').click();
  await page.getByRole('checkbox', { name: 'Cy' }).check();
  await root.submit(updateRootQuorum, { threshold: 1, userIds: [rootId, bo] });
  await page.getByRole('button', { name: 'Save quorum' }).click();
  await page.getByText('Somebody else has changed it meanwhile.').waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Bo' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Cy' }).isChecked()).toBe(false);

  await page.goto('/dashboard/login');
  const origins = page.getByRole('textbox', { name: /origin/i }).first();
  await origins.fill('https://mine.example');
  await root.submit(updateAuthProxyConfig, { allowedOrigins: ['https://theirs.example'] });
  await page.getByRole('button', { name: 'Save Origins' }).click();
  await page.getByText('https://theirs.example').waitFor();
  const origin = async () =>
    (await root.ask(getAuthProxyConfig, { organizationId })).authProxyConfig.allowedOrigins.join();
  expect(await origin()).toBe('https://theirs.example');
  await page.getByRole('button', { name: 'Save Origins' }).click();
  await expect.poll(origin).toBe('https://mine.example');
});

test('a saved root quorum says so, and keeps the form with the focus', async () => {
  const service = await startDashboard();
  const nothing = { userTags: [], apiKeys: [], authenticators: [], oauthProviders: [] };
  const apiKey = {
    apiKeyName: 'Key',
    publicKey: (await newSigningKey()).publicKey,
    curveType: 'API_KEY_CURVE_P256' as const,
  };
  await service.root.submit(createUsers, { users: [{ ...nothing, userName: 'Bo', apiKeys: [apiKey] }] });
  const page = await operate(service, '/team');
  await page.getByText('Change the root quorum').press('Enter');
  await page.getByRole('checkbox', { name: 'Bo' }).check();
  const save = page.getByRole('button', { name: 'Save quorum' });
  await save.press('Enter');
  await page.getByText('1 of 2 members must agree').waitFor();
  await page.getByRole('status').getByText('Saved.').waitFor();
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.getByRole('checkbox', { name: 'Bo' }).uncheck();
  expect(await page.getByRole('status').getByText('Saved.').count()).toBe(0);
});

test('the root quorum offers everybody but the auth proxy’s own user, and my own sheet asks for me once', async () => {
  const service = await startDashboard();
  const asked: string[] = [];
  const page = await operate(service, '');
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const { userId } = await service.root.ask(whoami, {});
  await page.goto(`/dashboard/team/${userId}`);
  await page.getByRole('button', { name: 'Remove Root from the team' }).waitFor();
  await page.getByRole('link', { name: 'Auth proxy', exact: true }).waitFor();
  expect(asked.filter((path) => path.endsWith('/get_user'))).toHaveLength(1);
  await page.getByText('Change the root quorum').press('Enter');
  await page.getByRole('checkbox', { name: 'Root' }).waitFor();
  expect(await page.getByRole('group', { name: 'Members' }).getByRole('checkbox').count()).toBe(1);
  await page.goto('/dashboard/team/0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e');
  await page.getByText('There is no such member.').waitFor();
});

test('at 320 px the question about a row with a long name wraps', async () => {
  const service = await startDashboard();
  const { userId: senderUserId } = await service.root.ask(whoami, {});
  const receiver = { receiverUserName: 'Someone with a long name '.repeat(5), receiverUserEmail: 'bo@example.com' };
  const invitation = { ...receiver, receiverUserTags: [], accessType: 'ACCESS_TYPE_WEB' as const, senderUserId };
  await service.root.submit(createInvitations, { invitations: [invitation] });
  const page = await operate(service, '/team', { viewport: { width: 320, height: 700 } });
  await page.getByRole('button', { name: /^Take back the invitation/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('the printed address pasted into the open page logs in, too, and leaves the address', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/team');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
  await page.evaluate((token) => {
    window.location.hash = `#token=${token}`;
  }, service.token);
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  expect(page.url()).toBe(`${service.url}/dashboard/team`);
});
