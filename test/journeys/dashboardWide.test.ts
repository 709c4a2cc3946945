import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { createPolicy } from '../../src/contract/policies.js';
import { createUsers } from '../../src/contract/users.js';
import { operate, startDashboard } from './support/dashboard.js';
import { expectSound } from './support/dashboardLooks.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

const pages = ['', '/people', '/activity', '/approvals', '/policies', '/login', '/messages', '/team', '/developers'];

test.each([720, 1920])('at %i px no page overflows, and no line of prose is too long to be read', async (width) => {
  const service = await startDashboard();
  const notes = 'What this is for, in words that go on for a good while. '.repeat(20);
  await service.root.submit(createPolicy, { policyName: 'Wallets', effect: 'EFFECT_DENY', condition: 'true', notes });
  const users = [{ userName: 'Bo', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }];
  await service.root.submit(createUsers, { users });
  const page = await operate(service, '', { viewport: { width, height: 900 } });
  for (const path of pages) {
    await page.goto(`/dashboard${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await expectSound(page);
    expect(await tooLong(page), path).toEqual([]);
  }
  // The pages stand in a list beside the page, or in a field above it.
  expect(await page.getByRole('combobox', { name: 'Page' }).isVisible()).toBe(width === 720);
  const main = await page.locator('main').boundingBox();
  expect(main?.width).toBeLessThanOrEqual(960);
});

/** Paragraphs of more than a hundred average characters a line. */
const tooLong = (page: Page): Promise<string[]> =>
  page.locator('main p, .sheet p').evaluateAll((paragraphs) =>
    paragraphs
      .filter((paragraph) => {
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const lines = [...range.getClientRects()].map(({ width }) => width);
        const em = Number.parseFloat(getComputedStyle(paragraph).fontSize);
        return Math.max(0, ...lines) > 100 * em * 0.5;
      })
      .map(({ textContent }) => textContent ?? ''),
  );
