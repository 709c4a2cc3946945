import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { button, logIn } from './support/login.js';
import { faultsOfLook, looks, setRoot } from './support/looks.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
/** As assistive technologies press, without holding: what is shown stays until the next press. */
const press = (page: Page, name: string) => button(page, name).evaluate((element: HTMLElement) => element.click());

test.for(Object.entries(looks))('import and export pass axe and fit, %s', async ([name, look]) => {
  const { root: _, ...options } = look;
  const demo = await startDemo('localhost', { pins: true });
  const { page } = await visit(demo, options);
  const faults: Record<string, string[]> = {};
  const stop = async (screen: string) => {
    const found = await faultsOfLook(page, name, screen);
    if (found.length > 0) faults[screen] = found;
  };
  await page.goto('/');
  await setRoot(page, look);
  await logIn(page, demo, 'ada@example.com');

  await button(page, 'Import a wallet').click();
  await field(page, 'Recovery phrase').waitFor();
  await stop('import');
  await field(page, 'Recovery phrase').fill(words.replace('worth', 'wroth'));
  await page.getByText('Word 7 isn’t in the list.').waitFor();
  await stop('import, a wrong word');
  await button(page, 'Word 7: use worth').click();
  await button(page, 'Add a passphrase').click();
  await field(page, 'Name').waitFor();
  await stop('import, ready');
  await button(page, 'Import wallet').click();
  await heading(page, 'Wallet imported').waitFor();
  await stop('imported');
  await button(page, 'Done').click();

  await button(page, 'Export Imported wallet').click();
  await page.getByLabel('I’m somewhere private').check();
  await stop('export, the warning');
  await button(page, 'Continue').click();
  await heading(page, 'Your recovery phrase').waitFor();
  await stop('export, hidden');
  await press(page, 'Hold to show');
  await page.getByText('sausage', { exact: true }).waitFor();
  await stop('export, shown');
  await press(page, 'Hold to show');
  await button(page, 'I wrote it down').click();
  await page
    .getByText(/^Word \d+$/)
    .first()
    .waitFor();
  await button(page, 'Continue').click();
  await page.getByRole('alert').waitFor();
  await stop('export, a wrong word');
  await button(page, 'Not now').click();

  await demo.addBob();
  await button(page, 'Export private key').click();
  await page.getByLabel('I’m somewhere private').check();
  await button(page, 'Continue').click();
  await heading(page, 'Waiting for approval').waitFor();
  await stop('export, waiting');
  expect(faults).toEqual({});
});

test.for(Object.entries(looks))('links by mail pass axe and fit, %s', async ([name, look]) => {
  const { root: _, ...options } = look;
  const demo = await startDemo();
  await demo.configure({ allowedAuthMethods: ['email', 'passkey'] });
  const { page } = await visit(demo, options);
  const faults: Record<string, string[]> = {};
  const stop = async (screen: string) => {
    await setRoot(page, look);
    const found = await faultsOfLook(page, name, screen);
    if (found.length > 0) faults[screen] = found;
  };
  await page.goto('/');
  await logIn(page, demo, 'ada@example.com');
  await button(page, 'Log out').click();

  const ask = async (way: string) => {
    await button(page, way).click();
    await field(page, 'Email address').fill('ada@example.com');
    await stop(`${way}, asked`);
    const before = demo.inbox.list().length;
    await button(page, 'Email me a link').click();
    await heading(page, 'Check your email').waitFor();
    await stop(`${way}, sent`);
    await vi.waitUntil(() => demo.inbox.list().length > before, { timeout: 60_000 });
    return /#email-(?:login|recovery)=\w+/.exec(demo.inbox.list()[0]?.text ?? '')?.[0] ?? '';
  };
  await field(page, 'Email address').waitFor();
  const login = await ask('Log in by a link');
  await button(page, 'Opened it on another device?').click();
  await stop('a link that was opened elsewhere');
  await page.goto('about:blank');
  await page.goto(`/${login}`);
  await button(page, 'Log in').waitFor();
  await stop('a link that was opened');
  await page.goto('about:blank');
  await page.goto('/');
  await field(page, 'Email address').waitFor();
  const recovery = await ask('Recover an account');
  await page.goto('about:blank');
  await page.goto(`/${recovery}`);
  await button(page, 'Create a passkey').waitFor();
  await stop('a recovery that was opened');

  const phone = await visit(demo, options);
  await phone.page.goto(`/${recovery}`);
  await heading(phone.page, 'Finish where you started').waitFor();
  await setRoot(phone.page, look);
  const found = await faultsOfLook(phone.page, name, 'a link in another browser');
  expect({ ...faults, ...(found.length > 0 && { elsewhere: found }) }).toEqual({});
});
