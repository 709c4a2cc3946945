import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { updateRootQuorum } from '../../src/contract/organizations.js';
import { createPolicy } from '../../src/contract/policies.js';
import { listPolicies } from '../../src/contract/policies.queries.js';
import { updatePolicyCases } from '../../src/contract/policyCases.js';
import { getPolicyCases } from '../../src/contract/policyCases.queries.js';
import { createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { accessibilityFaults } from './support/axe.js';
import { type DashboardService, operate, scrollsSideways, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const hostile = '<img src=x onerror=alert(1)> שלום';
const tag = { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', parameters: { userTagName: 'Tag', userIds: [] } };

test('a case is written by keyboard, and follows what is being written: today and edited, side by side', async () => {
  const service = await startDashboard();
  await addMember(service, hostile);
  const page = await operate(service, '/policies/new', {
    refusals: ['/public/v1/submit/update_policy_cases 400'],
  });
  const sheet = page.getByRole('region', { name: 'New policy' });
  await sheet.getByText('A case is an activity').waitFor();
  await sheet.getByRole('button', { name: 'Add a case' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a case' });
  await dialog.getByLabel('Name').focus();
  await page.keyboard.type('Members make no tags');
  await dialog.getByLabel('Who submits it').selectOption({ label: hostile });
  await dialog.getByLabel('Type and parameters').fill('{ "type": ');
  await dialog.getByLabel('What must become of it').selectOption('Denied');
  await dialog.getByRole('button', { name: 'Add case' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not JSON').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Type and parameters').fill(JSON.stringify({ ...tag, type: 'ACTIVITY_TYPE_OF_MINE' }));
  await dialog.getByRole('button', { name: 'Add case' }).click();
  await dialog.getByRole('alert').getByText('ACTIVITY_TYPE_OF_MINE').waitFor();
  await dialog.getByLabel('Type and parameters').fill(JSON.stringify(tag));
  await dialog.getByRole('button', { name: 'Add case' }).click();
  await sheet.getByText('All cases hold.').waitFor();
  await sheet.getByLabel('Name').fill('Tags');
  await sheet.getByLabel('Condition').fill("activity.kind == 'CREATE_USER_TAG'");
  await sheet.getByText('Cases: 1 does not hold.').waitFor();
  const told = sheet.getByRole('listitem').filter({ hasText: 'Members make no tags' });
  expect(await told.innerText()).toMatch(
    /Today\s+Denied\s+Edited\s+Allowed\s+by Tags\s+Does not hold: must be denied\./,
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await sheet.getByLabel('Condition').fill('activity.kind ==');
  await sheet.getByText('only today’s outcome is known').waitFor();
  await sheet.getByRole('button', { name: 'Delete the case Members make no tags' }).click();
  await sheet.getByText('A case is an activity').waitFor();
  expect((await service.root.ask(getPolicyCases, {})).policyCases).toEqual([]);
});

test('saving and deleting say which cases and which past activities come out otherwise', async () => {
  const service = await startDashboard();
  const userId = await addMember(service, 'Mona');
  await service.root.submit(createUserTag, { userTagName: 'Past', userIds: [] });
  await service.root.submit(createPolicy, {
    policyName: 'Tags',
    effect: 'EFFECT_ALLOW',
    condition: "activity.kind == 'CREATE_USER_TAG'",
  });
  await service.root.submit(updatePolicyCases, {
    cases: [{ name: 'Mona makes tags', userId, activity: tag, expected: 'ALLOW' }],
  });
  const page = await operate(service, `/policies/${(await policiesOf(service))[0]?.policyId}`);
  const sheet = page.getByRole('region', { name: 'Tags' });
  await sheet.getByText('All cases hold.').waitFor();
  await sheet.getByLabel('Consensus').fill('approvers.count() == 2');
  await sheet.getByText('Cases: 1 does not hold.').waitFor();
  await sheet.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' });
  await dialog.getByText('1 comes out otherwise. Cases: 1 does not hold.').waitFor();
  await dialog.getByText('Allowed → Waits for approval').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  await sheet.getByRole('button', { name: 'Add a case' }).click();
  const adding = page.getByRole('dialog', { name: 'Add a case' });
  await adding.getByLabel('Name').fill('Mona waits for another');
  await adding.getByLabel('Who submits it').selectOption({ label: 'Mona' });
  const past = await adding.locator('option', { hasText: 'Create user tag' }).getAttribute('value');
  await adding.getByLabel('Activity').selectOption(past);
  await adding.getByLabel('What must become of it').selectOption('Waits for approval');
  await adding.getByRole('button', { name: 'Add case' }).click();
  await sheet.getByText('Cases: 1 holds, 1 does not hold.').waitFor();
  expect((await service.root.ask(getPolicyCases, {})).policyCases[1]).toMatchObject({ activityId: past });
  await sheet.getByRole('button', { name: 'Delete', exact: true }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete this policy?' });
  await deletion.getByText('2 come out otherwise. Cases: 2 do not hold.').waitFor();
  await deletion.getByRole('button', { name: 'Delete policy' }).click();
  await page.getByText('There is no policy').waitFor();
});

test('where nothing is known of a case, no words say that it holds, and nobody saves before it is known', async () => {
  const service = await startDashboard();
  const userId = await addMember(service, 'Mona');
  await service.root.submit(createPolicy, { policyName: 'Taken', effect: 'EFFECT_DENY', condition: 'false' });
  await service.root.submit(updatePolicyCases, {
    cases: [
      { name: 'First', userId, activity: tag, expected: 'DENY' },
      { name: 'Second', userId, activity: tag, expected: 'DENY' },
    ],
  });
  const page = await operate(service, '/policies/new', { refusals: ['/public/v1/query/simulate_policies 400'] });
  const sheet = page.getByRole('region', { name: 'New policy' });
  await sheet.getByText('All cases hold.').waitFor();
  await sheet.getByLabel('Name').fill('Taken');
  await sheet.getByText('Another policy is named Taken.').waitFor();
  expect(await sheet.getByText(/hold/).count()).toBe(0);
  await sheet.getByLabel('Name').fill('Mine');
  await sheet.getByLabel('Condition').fill('false');
  await sheet.getByText('All cases hold.').waitFor();

  const simulated = '**/query/simulate_policies';
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(simulated, async (route) => {
    await held;
    await route.continue();
  });
  await sheet.getByRole('button', { name: 'Create policy' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create this policy?' });
  await dialog.getByText('Looking at what comes out otherwise').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create policy' }).isDisabled()).toBe(true);
  goOn();
  await dialog.getByText('All cases hold.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Create policy' }).isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Go on editing' }).click();
  await page.unroute(simulated);

  // Of the cases that are left nothing is shown that was said of others.
  const chips = sheet.locator('.case .chip');
  expect(await chips.count()).toBe(4);
  const refused = { code: 3, message: 'It cannot be read.', turnkeyErrorCode: 'REQUEST_INVALID', details: [] };
  await page.route(simulated, (route) => route.fulfill({ status: 400, json: refused }));
  await sheet.getByRole('button', { name: 'Delete the case First' }).click();
  await expect.poll(() => sheet.getByText('First').count()).toBe(0);
  await sheet.getByRole('alert').waitFor();
  expect(await chips.count()).toBe(0);
  expect(await sheet.getByText(/All cases/).count()).toBe(0);
  await page.unroute(simulated);
});

test('what waits for the approval of others is not sent twice from the forms that it was sent from', async () => {
  const service = await startDashboard();
  const userId = await addMember(service, 'Mona', [monasKey]);
  const { userId: rootId } = await service.root.ask(whoami, {});
  await service.root.submit(updateRootQuorum, { threshold: 2, userIds: [rootId, userId] });
  const page = await operate(service, '/policies/new');
  await page.getByRole('button', { name: 'Add a case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a case' });
  await dialog.getByLabel('Name').fill('Waits');
  await dialog.getByLabel('Who submits it').selectOption(userId);
  await dialog.getByRole('button', { name: 'Add case' }).click();
  await dialog.getByText('It waits for the approval of others').waitFor();
  expect(await dialog.getByRole('button', { name: 'Add case' }).isDisabled()).toBe(true);

  const messages = await operate(service, '/messages/templates/new');
  await messages.getByLabel('Name', { exact: true }).fill('Waits');
  await messages.getByRole('button', { name: 'Create template' }).click();
  await messages.getByText('It waits for the approval of others').waitFor();
  expect(await messages.getByRole('button', { name: 'Create template' }).isDisabled()).toBe(true);

  const login = await operate(service, '/login');
  await login.getByText('Add a provider', { exact: true }).click();
  await login.getByLabel('Provider’s name').fill('Acme');
  await login.getByLabel('Provider’s id').fill('acme');
  await login.getByLabel('Issuer').fill('https://id.acme.example');
  await login.getByLabel('Provider’s client ids').fill('web');
  const add = login.getByRole('button', { name: 'Add provider' });
  await add.click();
  await login.getByText('It waits for the approval of others').waitFor();
  expect(await add.isDisabled()).toBe(true);
  await login.getByLabel('Provider’s name').fill('Another');
  expect(await add.isEnabled()).toBe(true);
});

test('the cases fit a narrow, dark screen read from the right', async () => {
  const service = await startDashboard();
  const userId = await addMember(service, 'Mona');
  await service.root.submit(updatePolicyCases, {
    cases: [
      { name: `${hostile} ${'long'.repeat(50)}`, userId, activity: tag, expected: 'ALLOW' },
      { name: 'Second', userId, activity: tag, expected: 'DENY' },
    ],
  });
  const narrow = { viewport: { width: 320, height: 640 }, colorScheme: 'dark' } as const;
  const page = await operate(service, '/policies/new', narrow);
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const sheet = page.getByRole('region', { name: 'New policy' });
  await sheet.getByText('Cases: 1 holds, 1 does not hold.').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await isWiderThanItself(page, '.sheet')).toBe(false);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.locator('img[onerror]').count()).toBe(0);
  await sheet.getByRole('button', { name: 'Add a case' }).click();
  expect(await isWiderThanItself(page, 'dialog')).toBe(false);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.getByLabel('Name').waitFor();
});

const policiesOf = async ({ root }: DashboardService) => (await root.ask(listPolicies, {})).policies;

const monasKey = {
  apiKeyName: 'Key',
  publicKey: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296', // of the private key 1
  curveType: 'API_KEY_CURVE_P256' as const,
};

async function addMember(
  { root }: DashboardService,
  userName: string,
  apiKeys: readonly (typeof monasKey)[] = [],
): Promise<string> {
  const user = { userName, userTags: [], authenticators: [], oauthProviders: [], apiKeys: [...apiKeys] };
  const { result } = await root.submit(createUsers, { users: [user] });
  return (result as { createUsersResult: { userIds: string[] } }).createUsersResult.userIds[0] ?? '';
}

const isWiderThanItself = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).evaluate((element) => element.scrollWidth > element.clientWidth);
