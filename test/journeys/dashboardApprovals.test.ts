import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { listActivities } from '../../src/contract/activities.queries.js';
import { updateRootQuorum } from '../../src/contract/organizations.js';
import { type CreateUsersResult, createUsers } from '../../src/contract/users.js';
import { whoami } from '../../src/contract/users.queries.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { toHex } from '../../src/crypto/hex.js';
import { publicKeyOf } from '../../src/crypto/p256.js';
import { rootCaller } from '../../src/service/node/rootCaller.js';
import { accessibilityFaults } from './support/axe.js';
import { type DashboardService, operate, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

/** Mona asks for two tags, which nobody makes without the first operator. */
async function asksForTags({ root, url, organizationId }: DashboardService): Promise<void> {
  const privateKey = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const publicKey = await publicKeyOf(privateKey);
  const apiKeys = [{ apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' as const }];
  const user = { userName: 'Mona', userTags: [], authenticators: [], oauthProviders: [], apiKeys };
  const { result } = await root.submit(createUsers, { users: [user] });
  const [userId = ''] = (result as { createUsersResult: CreateUsersResult }).createUsersResult.userIds;
  const { userId: rootId } = await root.ask(whoami, {});
  await root.submit(updateRootQuorum, { threshold: 2, userIds: [rootId, userId] });
  const send = (path: string, init: RequestInit) => fetch(url + path, init);
  const mona = await rootCaller(send, { organizationId, privateKey, clock: Date.now });
  for (const userTagName of ['Finance', 'Legal']) await mona.submit(createUserTag, { userTagName, userIds: [] });
}

const statusesOf = async ({ root }: DashboardService) =>
  (await root.ask(listActivities, { filterByType: ['ACTIVITY_TYPE_CREATE_USER_TAG'] })).activities
    .map(({ status }) => status.replace('ACTIVITY_STATUS_', ''))
    .sort();

/** Goes on with the Tab key until what has the focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    );
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab');
    if (name.test(await focused())) return;
  }
  throw new Error(`The Tab key leads to nothing that is called ${name}.`);
}

test('an operator approves one thing and rejects another by keyboard alone', async () => {
  const service = await startDashboard();
  await asksForTags(service);
  const page = await operate(service, '/approvals');
  const waiting = page.locator('main').getByRole('button', { name: /Finance|Legal|tag/i });
  await waiting.nth(1).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const [vote, left] of [
    ['Approve', ['COMPLETED', 'CONSENSUS_NEEDED']],
    ['Reject', ['COMPLETED', 'REJECTED']],
  ] as const) {
    const before = await waiting.count();
    await page.locator('#page').focus();
    await tabTo(page, /tag/i);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: vote }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await tabTo(page, new RegExp(`^${vote}`));
    await page.keyboard.press('Enter');
    await expect.poll(() => statusesOf(service)).toEqual([...left]);
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => waiting.count()).toBeLessThan(before);
  }
  expect(await accessibilityFaults(page)).toEqual([]);
});
