import { expect, test } from 'vitest';
import { createInvitations } from '../../src/contract/invitations.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createPolicy } from '../../src/contract/policies.js';
import { suspendSubOrganization } from '../../src/contract/subOrganizations.js';
import { createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { operate, startDashboard } from './support/dashboard.js';
import { expectSound } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const userName = 'A person whose name is so very long that it goes on and on without an end in sight';
const userEmail = 'a.very.long.address.of.somebody@a.subdomain.of.a.long.domain.example.com';
const nothingElse = { authenticators: [], oauthProviders: [] };

async function seeded() {
  const service = await startDashboard();
  const { root } = service;
  const { result } = await root.submit(createSubOrganization, {
    subOrganizationName: userName,
    rootUsers: [{ userName, userEmail, apiKeys: [], ...nothingElse }],
    rootQuorumThreshold: 1,
  });
  const { subOrganizationId = '', rootUserIds = [] } = Object.values(result)[0] as {
    subOrganizationId?: string;
    rootUserIds?: string[];
  };
  await root.submit(suspendSubOrganization, { subOrganizationId, reason: 'Their phone was stolen' });
  const condition = "activity.resource == 'PRIVATE_KEY'";
  await root.submit(createPolicy, { policyName: userName, effect: 'EFFECT_DENY', condition });
  await root.submit(createUsers, {
    users: [{ userName, userEmail: `team.${userEmail}`, apiKeys: [], userTags: [], ...nothingElse }],
  });
  const { userId: senderUserId } = await root.ask(whoami, {});
  const receiver = {
    receiverUserName: `${userName}, invited`,
    receiverUserEmail: `invited.${userEmail}`,
    receiverUserTags: [],
  };
  const invitation = { ...receiver, accessType: 'ACCESS_TYPE_WEB', senderUserId } as const;
  await root.submit(createInvitations, { invitations: [invitation] });
  return { service, sheet: `/people/${subOrganizationId}/${rootUserIds[0]}` };
}

test.each([
  ['light', 320],
  ['dark', 320],
  ['light', 1280],
] as const)('%s, at %i px, long names and addresses push nothing out of sight', async (colorScheme, width) => {
  const { service, sheet } = await seeded();
  const page = await operate(service, '', { viewport: { width, height: 720 }, colorScheme });
  for (const path of ['', '/people?q=A%20person', '/activity', '/policies', '/team']) {
    await page.goto(`/dashboard${path}`);
    await page.locator('.table tbody tr:visible').first().waitFor();
    await expectSound(page);
    const hidden = await page
      .locator('.table')
      .evaluateAll((tables) => tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    expect(new Set(hidden), path).toEqual(new Set([0]));
  }

  await page.goto(`/dashboard${sheet}`);
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  await expectSound(page);
  const opened = page.locator('.sheet');
  expect(await opened.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const close = await opened.locator('.close').boundingBox();
  expect((close?.x ?? width) + (close?.width ?? 0)).toBeLessThanOrEqual(width);
  const [header, next] = await Promise.all([0, 1].map((at) => opened.locator(':scope > *').nth(at).boundingBox()));
  const title = await opened.locator('#sheet-title').boundingBox();
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) + 1);
  expect((header?.y ?? 0) + (header?.height ?? 0)).toBeLessThanOrEqual(next?.y ?? 0);
  await opened.locator('.close').click();
  await opened.waitFor({ state: 'detached' });
});
