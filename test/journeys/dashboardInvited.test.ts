import { expect, test } from 'vitest';
import { disableAuthProxy, enableAuthProxy } from '../../src/contract/authProxy.js';
import { accessibilityFaults } from './support/axe.js';
import { operate, scrollsSideways, startDashboard } from './support/dashboard.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

test('who is invited proves the address by a code, makes a passkey, and logs in with it; by keyboard alone, at 320 px', async () => {
  const service = await startDashboard();
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
  const debug = await context.newCDPSession(page);
  await debug.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal' } as const;
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
  await page.goto('/dashboard#invitation=0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e');
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const codeOf = async (contact: string) => {
    await page.getByLabel('Email').fill(contact);
    await page.keyboard.press('Enter');
    await page.getByText('Type the code that we sent to').waitFor();
    const inbox = (): Promise<Mail[]> => fetch(`${service.url}/dev/inbox`).then((answer) => answer.json());
    const find = async () => (await inbox()).find((mail) => mail.to === contact && mail.code)?.code;
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

type Mail = { readonly to: string; readonly code: string | null };

test('with the auth proxy off nobody accepts, and the page says why', async () => {
  const service = await startDashboard();
  await service.root.submit(disableAuthProxy, {});
  const { page } = await visit(
    { url: service.url, advanceMs: service.advanceMs, violations: [] },
    { refusals: ['/v1/wallet_kit_config 404', '/v1/otp_init 404'] },
  );
  await page.goto('/dashboard#invitation=0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e');
  await page.getByLabel('Email').fill('bo@example.com');
  await page.keyboard.press('Enter');
  await page.getByText('Nobody can accept an invitation while the auth proxy').waitFor();
  await service.root.submit(enableAuthProxy, {});
});
