import { expect, test } from 'vitest';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../src/contract/authProxy.js';
import { createInvitations } from '../../src/contract/invitations.js';
import { whoami } from '../../src/contract/users.queries.js';
import { freePort } from '../support/postgresBinaries.js';
import { accessibilityFaults } from './support/axe.js';
import { addPasskeys, operate, scrollsSideways, startDashboard } from './support/dashboard.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('who is invited proves the address by a code, makes a passkey, and logs in with it; by keyboard alone, at 320 px', async () => {
  const service = await startDashboard(await freePort());
  const operator = await operate(service, '/team');
  await operator.getByText('Invite somebody').click();
  await operator.locator('#invite-name').fill('Bo');
  await operator.getByLabel('Email', { exact: true }).fill('bo@example.com');
  await operator.getByRole('button', { name: 'Invite', exact: true }).click();
  await operator.getByRole('row', { name: /bo@example\.com/ }).waitFor();

  const { page, context } = await visit(
    { url: service.url, advanceMs: service.advanceMs, violations: [] },
    { viewport: { width: 320, height: 720 }, refusals: ['/public/v1/submit/stamp_login 401'] },
  );
  await addPasskeys(page);
  await page.goto(await invitedTo(service.url));
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const codeOf = async (contact: string) => {
    await page.getByLabel('Email').fill(contact);
    await page.keyboard.press('Enter');
    await page.getByText('Type the code that we sent to').waitFor();
    const find = async () => (await mailsOf(service.url)).find((mail) => mail.to === contact && mail.code)?.code;
    await expect.poll(find).toBeTruthy();
    await page.getByLabel('Code').fill((await find()) ?? '');
    await page.keyboard.press('Enter');
  };
  await codeOf('stranger@example.com');
  await page.getByText('This address is not invited').waitFor();
  await page.getByRole('button', { name: 'Use another address' }).press('Enter');
  await codeOf('bo@example.com');
  await page.getByRole('heading', { name: 'Make a passkey for this dashboard' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await page.reload(); // what was proved is not asked again
  await page.getByLabel('What to call it').fill('Bo’s laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(page.url()).toBe(`${service.url}/dashboard`);

  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await operator.reload();
  await operator.getByRole('link', { name: 'Bo', exact: true }).waitFor();
});

test('an invitation opened where an operator is logged in makes no passkey of the operator’s', async () => {
  const service = await startDashboard();
  const operator = await operate(service, '/team');
  await addPasskeys(operator);
  const link = '/dashboard/invitation#invitation=0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e';
  await operator.goto(link);
  // As long as the operator has no passkey, at least the page says whose it becomes.
  await operator.getByText('You are a member now: Root.').waitFor();
  await operator.goto('/dashboard/team');
  // What is said stands in a place that was there before, else it is not read aloud.
  const said = await operator.getByRole('status').filter({ hasNotText: /./ }).first().elementHandle();
  await operator.getByRole('button', { name: 'Add a passkey for me' }).press('Enter');
  await operator.getByText('Passkey added.').waitFor();
  expect(await said?.textContent()).toBe('Passkey added.');

  await operator.goto(link);
  await operator.getByRole('heading', { name: 'You are logged in already' }).waitFor();
  await operator.getByText('As Root.').waitFor();
  expect(await operator.getByRole('button', { name: 'Make a passkey' }).count()).toBe(0);
  expect(await accessibilityFaults(operator)).toEqual([]);
  await operator.getByRole('button', { name: 'Log out' }).press('Enter');
  await operator.getByRole('heading', { name: 'You are invited' }).waitFor();
});

type Mail = { readonly to: string; readonly code: string | null; readonly text: string };

const mailsOf = (url: string): Promise<Mail[]> => fetch(`${url}/dev/inbox`).then((answer) => answer.json());

/** Where the mail of the one invitation leads. */
async function invitedTo(url: string): Promise<string> {
  const link = async () => /\S+#invitation=\S+/.exec((await mailsOf(url))[0]?.text ?? '')?.[0] ?? '';
  await expect.poll(link).toContain(`${url}/dashboard#invitation=`);
  return link();
}

const captcha = (turnstileSiteKey: string) => ({
  captchaEnabled: true,
  turnstileSiteKey,
  turnstileSecretKey: '1x0000000000000000000000000000000AA',
});

test('T-44 with a captcha on, it stands before the code, is solved by keyboard alone, and loads no script on operators’ pages', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, captcha('3x00000000000000000000FF'));
  await service.root.submit(createInvitations, {
    invitations: [
      {
        receiverUserName: 'Bo',
        receiverUserEmail: 'bo@example.com',
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_ALL',
        senderUserId: (await service.root.ask(whoami, {})).userId,
      },
    ],
  });
  const place = { url: service.url, advanceMs: service.advanceMs, violations: [] };
  const { page } = await visit(place, { viewport: { width: 320, height: 720 }, colorScheme: 'dark' });
  await page.goto('/dashboard#invitation=0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e');
  await page.waitForURL('**/dashboard/invitation#invitation=*');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await page.getByLabel('Email').fill('bo@example.com');
  await page.keyboard.press('Enter');
  const widget = page.getByRole('group', { name: 'Confirm that you’re human' });
  await widget.getByRole('button', { name: 'Verify you are human' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await widget.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('alert').getByText('before you confirm that you are human').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('bo@example.com');
  await page.getByRole('button', { name: 'Send me a code' }).press('Enter');
  await widget.getByRole('button', { name: 'Verify you are human' }).press('Enter');
  await page.getByText('Type the code that we sent to').waitFor();
  const code = async () => (await mailsOf(service.url)).find((mail) => mail.to === 'bo@example.com' && mail.code)?.code;
  await expect.poll(code).toBeTruthy();
  await page.getByLabel('Code').fill((await code()) ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Make a passkey for this dashboard' }).waitFor();

  const policyOf = async (path: string) =>
    (await fetch(service.url + path)).headers.get('Content-Security-Policy') ?? '';
  expect(await policyOf('/dashboard/invitation')).toContain('https://challenges.cloudflare.com');
  for (const path of ['/dashboard', '/dashboard/team', '/dashboard/invitation/1', '/dashboard/invitations'])
    expect(await policyOf(path)).not.toContain('https:');
});

test('where the captcha fails, the page says so, and nothing that was typed is lost', async () => {
  const service = await startDashboard();
  await service.root.submit(updateAuthProxyConfig, captcha('2x00000000000000000000AB'));
  const { page } = await visit({ url: service.url, advanceMs: service.advanceMs, violations: [] });
  await page.goto('/dashboard#invitation=0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e');
  await page.getByLabel('Email').fill('bo@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('could not check that you are human').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('bo@example.com');
});

test('with the auth proxy off nobody accepts, and the page says why', async () => {
  const service = await startDashboard();
  await service.root.submit(disableAuthProxy, {});
  const { page } = await visit(
    { url: service.url, advanceMs: service.advanceMs, violations: [] },
    { refusals: ['/v1/wallet_kit_config 404', '/v1/wallet_kit_config 404', '/v1/otp_init 404'] },
  );
  await page.goto('/dashboard#invitation=0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e');
  await page.getByLabel('Email').fill('bo@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Nobody can accept an invitation while the auth proxy').waitFor();
  await service.root.submit(enableAuthProxy, {});
});
