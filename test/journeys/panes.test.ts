import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { alone } from '../support/alone.js';
import { accessibilityFaults } from './support/axe.js';
import { startDemo } from './support/builtDemo.js';
import { addressOf, button, code, email, typeCode, walletAddress } from './support/login.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const pane = (page: Page, name: string) => page.getByRole('region', { name });

test('beside the shop stand the messages that the service sends and what goes over the wire, without its secrets', async () => {
  const demo = await startDemo('localhost', { hasInbox: true });
  const { page } = await visit(demo, { viewport: { width: 1280, height: 900 } });
  await page.goto('/');
  await email(page).fill('ada@example.com');
  await email(page).press('Enter');
  await code(page).waitFor();
  const digits = pane(page, 'Inbox').locator('.code code');
  await digits.waitFor();
  const sent = await digits.innerText();
  await typeCode(page, sent);
  await walletAddress(page).waitFor();

  const wire = pane(page, 'On the wire');
  for (const operation of ['otp_init_v2', 'otp_verify_v2', 'signup', 'otp_login'])
    await wire.getByText(operation, { exact: true }).waitFor();
  for (const summary of await wire.locator('summary').all()) await summary.click();
  await wire
    .getByText(await addressOf(page))
    .first()
    .waitFor();
  const shown = await wire.innerText();
  expect(shown).toContain('"encryptedOtpBundle": "•••"');
  expect(shown).not.toMatch(alone(sent));
  expect(shown).not.toMatch(/eyJ[\w-]{40}/);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('on a narrow page the panes stand under the card, and nothing is wider than the page', async () => {
  const demo = await startDemo('localhost', { hasInbox: true });
  const { page } = await visit(demo, { viewport: { width: 320, height: 700 } });
  await page.goto('/');
  await email(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const card = await button(page, 'Continue').boundingBox();
  const inbox = await pane(page, 'Inbox').boundingBox();
  expect(inbox?.y).toBeGreaterThan(card?.y ?? Number.POSITIVE_INFINITY);
});
