import { expect, test } from 'vitest';
import { accessibilityFaults } from './support/axe.js';
import { operate, startDashboard } from './support/dashboard.js';
import { openBrowser } from './support/visitor.js';

openBrowser();

test('an operator opens the printed address, is logged in, and goes from page to page by keyboard alone', async () => {
  const service = await startDashboard();
  const page = await operate(service);
  expect(page.url()).toBe(`${service.url}/dashboard`);
  for (const name of [
    'People',
    'Activity',
    'Approvals',
    'Policies',
    'Login',
    'Messages',
    'Team',
    'Developers',
    'Home',
  ]) {
    await page.getByRole('link', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await expect.poll(() => page.title()).toBe(`${name} · Latchkey dashboard`);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Developers' }).waitFor();
});

test('the token leaves the address at once, a wrong one opens nothing, and logging out leads to the login', async () => {
  const service = await startDashboard();
  const page = await operate(service, '/team', { refusals: ['/dev/dashboard-login 403'] });
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.goto('/dashboard/team#token=wrong');
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('not the token of this service');
  expect(page.url()).toBe(`${service.url}/dashboard/team`);
});
