import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createPolicy, updatePolicy } from '../../src/contract/policies.js';
import { listPolicies } from '../../src/contract/policies.queries.js';
import { accessibilityFaults } from './support/axe.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const hostile = '<img src=x onerror=alert(1)> שלום';

test('a policy is written by keyboard alone, and what is wrong with it is told at its place before it is sent', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/policies');
  await page.getByText('There is no policy').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'New policy' }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('region', { name: 'New policy' });
  await sheet.getByLabel('Name').focus();
  await page.keyboard.type(hostile);
  const condition = sheet.getByLabel('Condition');
  await condition.focus();
  await page.keyboard.type("activity.resource == 'WALLET'\n&& activity.kind = 'CREATE_WALLET'");
  await sheet.getByText('Line 2, character 18: this character is not part of the policy language.').waitFor();
  expect(await condition.getAttribute('aria-invalid')).toBe('true');
  expect(await sheet.locator('.at-fault').textContent()).toBe('=');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape'); // what was written stays
  await sheet.getByLabel('Consensus').fill('nobody');
  await page.keyboard.press('Tab');
  await sheet.getByText('Line 1, character 1:').waitFor();
  await sheet.getByLabel('Consensus').fill('');
  await sheet.getByLabel('Notes').fill('For the shop');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => condition.evaluate((field) => field === document.activeElement)).toBe(true);
  await condition.fill("activity.resource == 'WALLET'\n&& activity.kind == 'CREATE_WALLET'");
  await sheet.getByRole('button', { name: 'Create policy' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create this policy?' });
  // One says yes once one sees what it means.
  await expect.poll(() => dialog.getByRole('button', { name: 'Create policy' }).isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Create policy' }).focus();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: hostile }).waitFor();
  expect(await sheet.count()).toBe(0);
  expect(await page.locator('img[onerror]').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await policiesOf(service)).toMatchObject([
    {
      policyName: hostile,
      effect: 'EFFECT_ALLOW',
      condition: "activity.resource == 'WALLET'\n&& activity.kind == 'CREATE_WALLET'",
      consensus: '',
      notes: 'For the shop',
    },
  ]);
});

test('what the language knows is offered as one types, and taken by keyboard or pointer, and is never in the way', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/policies/new');
  const sheet = page.getByRole('region', { name: 'New policy' });
  const condition = sheet.getByLabel('Condition');
  const list = sheet.getByRole('listbox', { name: 'Suggestions' });
  const chosen = () =>
    condition.evaluate(
      (field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
    );
  await condition.focus();
  await page.keyboard.type('act');
  await list.waitFor();
  await sheet.getByText('1 suggestion: arrow keys choose.').waitFor();
  // None is chosen: Enter is a line of its own, and Escape closes the list and nothing else.
  expect(await chosen()).toBe(undefined);
  await page.keyboard.press('Escape');
  await expect.poll(() => list.count()).toBe(0);
  await page.keyboard.press('Control+ ');
  await expect.poll(chosen).toBe('activityActivity');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await condition.inputValue()).toBe('activity');
  await page.keyboard.type('.');
  await expect
    .poll(() => list.getByRole('option').allTextContents())
    .toEqual(['typestring', 'kindstring', 'resourcestring', 'actionstring', 'paramsParams']);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect.poll(chosen).toBe('actionstring');
  await page.keyboard.press('Tab');
  await page.keyboard.type(" == 'SI");
  await list.getByRole('option', { name: "'SIGN'" }).click();
  expect(await condition.inputValue()).toBe("activity.action == 'SIGN'");
  await page.keyboard.type('\n&& wallet.id');
  await page.keyboard.press('Enter');
  await page.keyboard.type("!= ''");
  expect(await condition.inputValue()).toBe("activity.action == 'SIGN'\n&& wallet.id\n!= ''");
  // In the middle of a text, what is after it stays.
  await condition.fill('walle.id == 1');
  await condition.evaluate((field) => (field as HTMLTextAreaElement).setSelectionRange(5, 5));
  await page.keyboard.press('Control+ ');
  await page.keyboard.press('Tab');
  await page.keyboard.type('_');
  expect(await condition.inputValue()).toBe('wallet_.id == 1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect.poll(() => condition.evaluate((field) => field === document.activeElement)).toBe(false);
  await expect.poll(() => list.count()).toBe(0);
  await sheet.getByLabel('Name').fill('Stays');
});

test('suggestions fit on a narrow, dark screen read from the right, and in forced colours', async () => {
  const service = await startDashboard();
  const narrow = { viewport: { width: 320, height: 640 }, colorScheme: 'dark', forcedColors: 'active' } as const;
  const page = await operate(service, '/policies/new', narrow);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const sheet = page.getByRole('region', { name: 'New policy' });
  await sheet.getByLabel('Consensus').focus();
  await page.keyboard.type('approvers.any(user, user.');
  await page.keyboard.press('ArrowDown');
  await sheet.getByRole('option', { selected: true, name: 'id' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('what somebody else has made of a policy meanwhile is shown before it is saved, and stays', async () => {
  const service = await startDashboard();
  const policyId = await addPolicy(service);
  const changed = '/public/v1/submit/update_policy 409';
  const page = await operate(service, `/policies/${policyId}`, { refusals: [changed, changed] });
  const sheet = page.getByRole('region', { name: 'Wallets' });
  const [{ revision = '' } = {}] = await policiesOf(service);
  await sheet.getByText(`Revision ${revision}`, { exact: true }).waitFor();
  await sheet.getByLabel('Notes').fill('Mine');
  await sheet.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' });
  await dialog.getByText('Mine').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await service.root.submit(updatePolicy, { policyId, policyCondition: "activity.action == 'DELETE'" });
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this policy meanwhile' });
  await conflict.getByText("activity.action == 'DELETE'").waitFor();
  expect(await policiesOf(service)).toMatchObject([{ notes: '' }]);
  await page.keyboard.press('Escape');
  expect(await sheet.getByLabel('Notes').inputValue()).toBe('Mine');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await conflict.getByRole('button', { name: 'Save yours as well' }).click();
  await expect.poll(() => sheet.count()).toBe(0);
  expect(await policiesOf(service)).toMatchObject([{ notes: 'Mine', condition: "activity.action == 'DELETE'" }]);
});

test('a policy that somebody else has changed meanwhile is deleted once that is shown', async () => {
  const service = await startDashboard();
  const policyId = await addPolicy(service);
  const page = await operate(service, `/policies/${policyId}`, {
    refusals: ['/public/v1/submit/delete_policy 409'],
  });
  await page.getByRole('region', { name: 'Wallets' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this policy?' });
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete policy' }).isEnabled()).toBe(true);
  await service.root.submit(updatePolicy, { policyId, policyCondition: "activity.action == 'DELETE'" });
  await dialog.getByRole('button', { name: 'Delete policy' }).click();
  const conflict = page.getByRole('dialog', { name: 'Somebody changed this policy meanwhile' });
  await conflict.getByText("activity.action == 'DELETE'").waitFor();
  expect(await policiesOf(service)).toHaveLength(1);
  await conflict.getByRole('button', { name: 'Delete it as it is now' }).click();
  await page.getByText('There is no policy').waitFor();
});

test('where past activities cannot be read, that is said, and it can still be deleted', async () => {
  const service = await startDashboard();
  await addPolicy(service);
  const page = await operate(service, '/policies', { refusals: ['/public/v1/query/list_activities 400'] });
  const refused = { code: 3, message: 'They cannot be read.', turnkeyErrorCode: 'REQUEST_INVALID', details: [] };
  await page.route('**/query/list_activities', async (route) => {
    const isOfPast = route.request().postData()?.includes('ACTIVITY_STATUS_COMPLETED');
    await (isOfPast ? route.fulfill({ status: 400, json: refused }) : route.continue());
  });
  await page.getByRole('link', { name: 'Wallets' }).click();
  await page.getByRole('region', { name: 'Wallets' }).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this policy?' });
  await dialog.getByRole('alert').waitFor();
  expect(await dialog.getByText('Looking at').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Delete policy' }).click();
  await page.getByText('There is no policy').waitFor();
});

test('a policy is deleted once that was asked, on a narrow, dark screen read from the right', async () => {
  const service = await startDashboard();
  await addPolicy(service);
  const narrow = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
  const page = await operate(service, '/policies', narrow);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  expect(await fits(page)).toBe(true);
  await page.getByRole('link', { name: 'Wallets' }).click();
  const sheet = page.getByRole('region', { name: 'Wallets' });
  await sheet.getByLabel('Condition').waitFor();
  expect(await fits(page)).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this policy?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  expect(await policiesOf(service)).toHaveLength(1);
  await sheet.getByRole('button', { name: 'Delete' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Delete policy' }).click();
  await page.getByText('There is no policy').waitFor();
  expect(await policiesOf(service)).toEqual([]);
});

const policiesOf = async ({ root }: DashboardService) => (await root.ask(listPolicies, {})).policies;

async function addPolicy(service: DashboardService): Promise<string> {
  await service.root.submit(createPolicy, {
    policyName: 'Wallets',
    effect: 'EFFECT_DENY',
    condition: "activity.resource == 'WALLET'",
  });
  return (await policiesOf(service))[0]?.policyId ?? '';
}

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
