import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { chromium } from '../support/chromium.js';
import { accessibilityFaults } from './support/axe.js';
import { buildHostPages, type HostPages, type HostScreen, hostOrigin } from './support/hostPages.js';
import { alert, button, code, email } from './support/login.js';
import { differences, type PartLooks, partsOf } from './support/partLooks.js';

let service: TestService;
let pages: HostPages;
let browser: Browser;
const accountSheet = sheetAt(join(import.meta.dirname, '../../src/components/account/account.css'));

/** A style sheet with those that it imports. */
function sheetAt(path: string): string {
  return readFileSync(path, 'utf8').replace(/@import "(.+)";/g, (_, other) => sheetAt(join(dirname(path), other)));
}

beforeAll(async () => {
  service = await createTestService({
    config: {
      allowedAuthMethods: ['email', 'sms', 'passkey'],
      oauthClientIds: { google: ['acme'] },
      oauthRedirectUrls: [`${hostOrigin}/callback`],
    },
  });
  pages = await buildHostPages(service);
  browser = await playwright.launch(chromium());
}, 300_000); // the style sheets may have to be installed first
afterAll(async () => {
  await browser.close();
  expect(pages.foreign()).toEqual([]);
  await service.close();
});

type Opening = { readonly screen: HostScreen; readonly host?: string; readonly html?: string; readonly look?: object };

/** A screen in a page, on a device that can store passkeys. Its authenticator is touched only on request. */
async function open({ screen, host = 'a bare page', html = '', look = {} }: Opening) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...look });
  context.setDefaultTimeout(60_000); // beside other programs nothing is drawn for many seconds
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  const touch = (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  await pages.open(page, host, html, screen);
  await page.addStyleTag({ content: accountSheet });
  return { page, touch };
}

/** Opens the dialog, and logs a new person in by keyboard. */
async function logIn(page: Page, address: string): Promise<void> {
  await button(page, 'Log in').focus();
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Email address');
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await code(page).waitFor();
  await expect.poll(() => service.inbox.lastCode(address)).toBeDefined();
  await page.keyboard.type(service.inbox.lastCode(address) ?? '');
}

/** What a logged-in person is shown. */
async function isIn(page: Page): Promise<void> {
  await button(page, 'Create a passkey').waitFor();
  await button(page, 'Delete account').waitFor();
}

const nameOfFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const label = (activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent;
    return label ?? activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
  });
const expectFocus = (page: Page, name: string) => expect.poll(() => nameOfFocus(page)).toBe(name);

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const tried: string[] = [];
  while (tried.length < 40) {
    await page.keyboard.press('Tab');
    const found = await nameOfFocus(page);
    if (typeof name === 'string' ? found === name : name.test(found)) return;
    tried.push(found);
  }
  throw new Error(`The key Tab never comes to ${name}, but to ${tried.join(', ')}.`);
}

const narrow = { width: 320, height: 800 };
const looks: Record<string, { look: BrowserContextOptions; html?: string }> = {
  'in light': { look: { viewport: { width: 1280, height: 900 } } },
  'in dark': {
    look: { viewport: { width: 1280, height: 900 } },
    html: 'class="dark" style="background:#0d0f14;color:#f1f3f8"',
  },
  'from right to left': { look: { viewport: { width: 1280, height: 900 } }, html: 'dir="rtl"' },
  '320 px wide': { look: { viewport: narrow } },
  '320 px wide, dark, from right to left': {
    look: { viewport: narrow },
    html: 'class="dark" dir="rtl" style="background:#0d0f14;color:#f1f3f8"',
  },
  'zoomed to 200 %': { look: { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 } },
  'with letters twice as large': { look: { viewport: { width: 640, height: 900 } }, html: 'style="font-size:200%"' },
  'in forced colours': { look: { viewport: { width: 1280, height: 900 }, forcedColors: 'active' } },
};

test.each(Object.entries(looks))(
  'card, dialog, offer of a passkey and account pass axe and fit, %s',
  async (name, { look, html = '' }) => {
    const faults: Record<string, string[]> = {};
    const stop = async (at: Page, screen: string) => {
      const { width, room } = await at.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        room: document.documentElement.clientWidth,
      }));
      const found = [...(await accessibilityFaults(at)), ...(width > room ? [`scrolls sideways: ${width} px`] : [])];
      if (found.length > 0) faults[screen] = found;
      if (process.env.SCREENSHOTS)
        await at.screenshot({
          path: `${process.env.SCREENSHOTS}/${`${screen} ${name}`.replace(/\W+/g, '-')}.png`,
          fullPage: true,
        });
    };
    const card = await open({ screen: 'card', html, look });
    await card.page.locator('[data-method=google]').waitFor();
    await stop(card.page, 'card');
    await email(card.page).fill('ada at example');
    await email(card.page).press('Enter');
    await alert(card.page).waitFor();
    await stop(card.page, 'card refused');

    const { page } = await open({ screen: 'app', html, look });
    await button(page, 'Log in').click();
    await page.locator('dialog [data-method=google]').waitFor();
    await stop(page, 'dialog');
    await page.keyboard.press('Escape');
    await logIn(page, `${Object.keys(looks).indexOf(name)}@example.com`);
    await isIn(page);
    await stop(page, 'offer and account');
    await button(page, 'Create a passkey').click();
    await button(page, 'Cancel').waitFor();
    await button(page, 'Change: Email').click();
    await stop(page, 'offer waiting and another address');
    await button(page, 'Delete account').click();
    await page.getByText('Delete your account?').waitFor();
    await stop(page, 'end of the account');
    expect(faults).toEqual({});
  },
);

test('dialog, offer and account are gone through by keyboard alone, and the focus is never lost', async () => {
  const { page, touch } = await open({ screen: 'app' });
  await button(page, 'Log in').waitFor();
  await tabTo(page, 'Log in');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Email address');
  await page.keyboard.press('Escape');
  await expectFocus(page, 'Log in');
  await logIn(page, 'keys@example.com');
  await isIn(page);
  await touch(true);
  await tabTo(page, 'Create a passkey');
  await page.keyboard.press('Enter');
  await button(page, 'Create a passkey').waitFor({ state: 'detached' });
  await tabTo(page, 'Add: Name');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Name');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Edit: Name');
  await tabTo(page, /^Rename: /);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Passkey name');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Rename: Laptop');
  await tabTo(page, 'Remove: Laptop');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Add a passkey');
  await tabTo(page, 'Connect: Google');
  await tabTo(page, 'Delete account');
  await page.keyboard.press('Enter');
  await expectFocus(page, 'I understand');
  await page.keyboard.press('Space');
  await tabTo(page, 'Delete account');
  await page.keyboard.press('Enter');
  await button(page, 'Log in').waitFor();
});

test.each([400, 320])('nothing of the passkey offer moves while the device is asked, at %d px', async (width) => {
  const { page } = await open({ screen: 'app', look: { viewport: { width, height: 900 } } });
  await logIn(page, `offer${width}@example.com`);
  await isIn(page);
  const places = () =>
    page
      .locator('[data-latchkey=passkey-offer] button')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
  const before = await places();
  await button(page, 'Create a passkey').click();
  await button(page, 'Cancel').waitFor();
  expect(await places()).toEqual(before);
});

test('an account and a menu that do not load say so, an offer that does not is over, and a reload brings them', async () => {
  const { page } = await open({ screen: 'app' });
  const parts = /\/(AccountMenuPanel|Account|Offer)\.js$/;
  await page.route(parts, (route) => route.abort());
  await logIn(page, 'later@example.com');
  const sentence = 'This step didn’t load. Reload the page.';
  const account = page.locator('[data-latchkey=account]');
  await account.getByRole('alert').filter({ hasText: sentence }).waitFor();
  expect(await account.getAttribute('data-state')).toBe('failed');
  await expect.poll(() => page.locator('body').getAttribute('data-offer')).toBe('over');
  const menu = page.locator('[data-latchkey=button]');
  await menu.getByRole('button').click();
  await menu.getByRole('alert').filter({ hasText: sentence }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.unroute(parts);
  await menu.getByRole('button', { name: 'Reload' }).click();
  await isIn(page);
  await menu.getByRole('button', { name: /^Your account/ }).click();
  await menu.getByRole('button', { name: 'Log out' }).waitFor();
});

const hosts = ['Tailwind 3', 'Tailwind 4', 'Bootstrap 5', 'Pico 2', 'a reset'].flatMap((name) => [
  `${name}, before`,
  `${name}, after`,
]);

test.each(hosts)('%s the kit’s own sheet, changes nothing of the button and its dialog', async (host) => {
  const [bare, looked] = [await dialogOn('a bare page'), await dialogOn(host)];
  for (const step of ['button', 'dialog'] as const)
    expect({ step, changed: differences(bare[step], looked[step]) }).toEqual({ step, changed: [] });
});

async function dialogOn(host: string): Promise<Record<'button' | 'dialog', PartLooks[]>> {
  const { page } = await open({ screen: 'app', host, look: { viewport: { width: 520, height: 700 } } });
  await button(page, 'Log in').waitFor();
  const opener = await page.evaluate(partsOf, '[data-latchkey=button]');
  await button(page, 'Log in').click();
  await page.locator('dialog [data-method=google] path').first().waitFor();
  await page.mouse.move(1, 1);
  return {
    button: opener.filter(({ part }) => part === 'submit'),
    dialog: await page.evaluate(partsOf, 'dialog [data-latchkey]'),
  };
}
