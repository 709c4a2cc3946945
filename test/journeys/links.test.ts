import type { BrowserContext, Page } from 'playwright';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readMail } from '../service/delivery/rawMail.js';
import { openMailServer } from '../support/mailServer.js';
import { accessibilityFaults } from './support/axe.js';
import { type BuiltDemo, startDemo } from './support/builtDemo.js';
import { alert, button, logIn, walletAddress } from './support/login.js';
import { formsOf, stringsInMemory } from './support/memory.js';
import { openBrowser, visit } from './support/visitor.js';

openBrowser();

const ada = 'ada@example.com';

/** The demo with a mail server, and the link in the newest e-mail, as a mail program shows it. */
async function startWithMail() {
  const { server, caught, close } = await openMailServer();
  onTestFinished(close);
  const demo = await startDemo('localhost', { mail: server });
  await demo.configure({ allowedAuthMethods: ['email', 'passkey'] });
  const links = () =>
    caught.flatMap(({ mail }) => {
      const { parts } = readMail(mail);
      return /http:\/\/localhost:\d+\/#email-(?:login|recovery)=\w+/.exec(parts['text/plain'] ?? '')?.[0] ?? [];
    });
  const nextLink = async (ask: () => Promise<unknown>): Promise<string> => {
    const before = links().length;
    await ask();
    await vi.waitUntil(() => links().length > before, { timeout: 60_000 });
    return links().at(-1) ?? '';
  };
  return { demo, nextLink };
}

/** Ada signs up, and logs out: her account is there. */
async function signUp(page: Page, demo: BuiltDemo): Promise<void> {
  await page.goto('/');
  await logIn(page, demo, ada);
  await button(page, 'Log out').click();
  await page.getByRole('textbox', { name: 'Email address' }).waitFor();
}

async function askFor(page: Page, way: 'Log in by a link' | 'Recover an account'): Promise<void> {
  await button(page, way).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill(ada);
  await button(page, 'Email me a link').click();
  await heading(page, 'Check your email').waitFor();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** A device that keeps passkeys. */
async function giveAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const debug = await context.newCDPSession(page);
  await debug.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

test('a link opened in another tab logs both tabs in, once, and leaves no secret in the page', async () => {
  const { demo, nextLink } = await startWithMail();
  const { page, newTab } = await visit(demo);
  await signUp(page, demo);
  const link = await nextLink(() => askFor(page, 'Log in by a link'));
  expect(await accessibilityFaults(page)).toEqual([]);

  const tab = await newTab();
  await keepScalars(tab);
  await tab.goto(link);
  await tab.getByText(`You opened the link we sent to ${ada}.`).waitFor();
  expect(tab.url()).toBe(`${demo.url}/`);
  expect(await accessibilityFaults(tab)).toEqual([]);
  await button(tab, 'Log in').click();
  await walletAddress(tab).waitFor();
  await walletAddress(page).waitFor();

  await tab.goBack().catch(() => undefined);
  await tab.goto('/');
  await walletAddress(tab).waitFor();
  const state = await tab.evaluate(() => JSON.stringify([location.href, window.history.state, document.referrer]));
  const bundle = link.split('=')[1] ?? '';
  expect(state).not.toContain(bundle);
  const stored = await tab.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain(bundle);
});

test('a heap snapshot after the login finds neither the bundle nor the key that it brought', async () => {
  const { demo, nextLink } = await startWithMail();
  const { page } = await visit(demo);
  await signUp(page, demo);
  const link = await nextLink(() => askFor(page, 'Log in by a link'));
  await keepScalars(page);
  await page.goto('about:blank');
  await page.goto(link);
  await button(page, 'Log in').click();
  await walletAddress(page).waitFor();
  const masked = await page.evaluate<number[][]>('masked');
  expect(masked).not.toEqual([]);
  const heap = await stringsInMemory(page);
  expect(heap).toContain('email-link'); // proves that the search works
  expect(heap).not.toContain(link.split('=')[1]);
  for (const bytes of masked) {
    const secret = Buffer.from(bytes.map((byte) => byte ^ mask)).toString('base64url');
    expect(formsOf(secret).filter((form) => heap.includes(form))).toEqual([]);
  }
});

test('a link opened in another browser changes nothing there, and its code logs in where it was requested', async () => {
  const { demo, nextLink } = await startWithMail();
  const { page } = await visit(demo);
  await signUp(page, demo);
  const link = await nextLink(() => askFor(page, 'Log in by a link'));

  const phone = await visit(demo, { viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await phone.page.goto(link);
  await heading(phone.page, 'Finish where you started').waitFor();
  expect(await accessibilityFaults(phone.page)).toEqual([]);
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const code = await phone.page.getByLabel('Code', { exact: true }).inputValue();
  expect(link).toContain(code);

  await button(page, 'Opened it on another device?').click();
  await page.getByLabel('Code from the other device').fill(code.slice(0, 30));
  await button(page, 'Continue').click();
  await expect.poll(() => alert(page).textContent()).toBe('That isn’t the full code. Copy all of it.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Code from the other device').fill(code);
  await page.keyboard.press('Enter');
  await walletAddress(page).waitFor();
});

test('an expired or used link says so, and a new one is one click away', async () => {
  const { demo, nextLink } = await startWithMail();
  const { page, advanceMs } = await visit(demo, { tolerated: /stamp_login 401/ });
  await signUp(page, demo);
  const late = await nextLink(() => askFor(page, 'Log in by a link'));
  await page.goto('about:blank');
  await page.goto(late);
  await button(page, 'Log in').waitFor();
  await advanceMs(901_000);
  await button(page, 'Log in').click();
  await heading(page, 'This link has expired').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const link = await nextLink(() => button(page, 'Send a new link').click());
  await heading(page, 'Check your email').waitFor();

  await page.goto('about:blank');
  await page.goto(link);
  await button(page, 'Log in').click();
  await walletAddress(page).waitFor();
  await button(page, 'Log out').click();
  await page.goto('about:blank');
  await page.goto(link);
  await heading(page, 'This link was used').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a person without any login method recovers by mail, with a new passkey that logs in', async () => {
  const { demo, nextLink } = await startWithMail();
  const { page, context } = await visit(demo);
  await signUp(page, demo);
  await giveAuthenticator(context, page);
  const link = await nextLink(() => askFor(page, 'Recover an account'));
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText(`Create a passkey for ${ada}.`).waitFor();
  expect(page.url()).toBe(`${demo.url}/`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Create a passkey').click();
  await heading(page, 'Your account is back').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await button(page, 'Log in').click();
  await walletAddress(page).waitFor();
  await page.getByText(ada).waitFor();
  expect(await stringsInMemory(page)).not.toContain(link.split('=')[1]);
});

/** No form of a secret may stand in the text of the script that hands it out. */
const mask = 0xa5;

/** Runs before the page's scripts: keeps opened secrets in an encoded form, so that the test knows what to search for. */
async function keepScalars(page: Page): Promise<void> {
  await page.addInitScript((by) => {
    if (!crypto.subtle) return; // on the blank page before
    const masked: number[][] = [];
    const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
    const keeping = async (...given: Parameters<typeof decrypt>) => {
      const plaintext = await decrypt(...given);
      if (plaintext.byteLength === 32) masked.push([...new Uint8Array(plaintext)].map((byte) => byte ^ by));
      return plaintext;
    };
    Object.assign(crypto.subtle, { decrypt: keeping });
    Object.assign(window, { masked });
  }, mask);
}
