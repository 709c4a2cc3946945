import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { operate, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { tagName, ariaLabel, textContent } = document.activeElement ?? document.body;
    return `${tagName.toLowerCase()} ${ariaLabel ?? textContent}`.trim();
  });

test('a button that was pressed has the focus when its request has ended', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/login');
  await page.getByLabel('Length', { exact: true }).fill('8');
  await page.getByRole('button', { name: 'Save Codes' }).press('Enter');
  await page.getByText('Saved.').waitFor();
  await expect.poll(() => focused(page)).toBe('button Save Codes');
});

test('where the button is gone the focus stays beside it, and Escape still closes the sheet', async () => {
  const service = await startDashboard();
  for (const userTagName of ['Finance', 'Legal'])
    await service.root.submit(createUserTag, { userTagName, userIds: [] });
  const { result } = await service.root.submit(createSubOrganization, {
    subOrganizationName: 'Ada',
    rootUsers: [{ userName: 'Ada', userEmail: 'ada@example.com', apiKeys: [], authenticators: [], oauthProviders: [] }],
    rootQuorumThreshold: 1,
  });
  const { subOrganizationId, rootUserIds = [] } = Object.values(result)[0] as {
    subOrganizationId: string;
    rootUserIds?: string[];
  };
  const page = await operate(service, '/team');
  const [first, second] = ['Finance', 'Legal'].map((name) =>
    page.getByRole('button', { name: `Delete the tag ${name}` }),
  );
  await second?.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await second?.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('button Delete the tag Finance');
  expect(await first?.isVisible()).toBe(true);

  await page.goto(`/dashboard/people/${subOrganizationId}/${rootUserIds[0]}`);
  await page.getByRole('button', { name: 'Suspend' }).press('Enter');
  await page.getByLabel('Reason').fill('A stolen phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).press('Enter');
  await page.getByRole('button', { name: 'Resume this person' }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.sheet') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.sheet').waitFor({ state: 'detached' });
});
