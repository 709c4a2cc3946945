import { expect, test } from 'vitest';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createPolicy } from '../../src/contract/policies.js';
import { operate, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

test('a name of which nobody sees anything can be pressed, and notes without a space push no column out of sight', async () => {
  const service = await startDashboard();
  const userName = '\u200b\u3164';
  await service.root.submit(createSubOrganization, {
    subOrganizationName: 'Ada',
    rootUsers: [{ userName, userEmail: 'ada@example.com', apiKeys: [], authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
  const condition = "activity.resource == 'PRIVATE_KEY'";
  const notes = 'W'.repeat(200);
  await service.root.submit(createPolicy, { policyName: userName, effect: 'EFFECT_DENY', condition, notes });
  const page = await operate(service, '/people?q=ada%40example.com');
  await page.getByRole('link', { name: 'No name' }).click();
  await page.getByRole('heading', { level: 2, name: 'No name' }).waitFor();
  await page.goto('/dashboard/policies');
  await page.getByRole('link', { name: 'No name' }).waitFor();
  const table = page.locator('.table');
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
