import type { Locator, Page } from 'playwright';
import { expect, vi } from 'vitest';
import type { BuiltDemo } from './builtDemo.js';

/** The parts of the demo that a person sees. */
export const email = (page: Page): Locator => page.getByRole('textbox', { name: 'Email address' });
export const code = (page: Page): Locator => page.getByRole('textbox', { name: '6-digit code' });
export const alert = (page: Page): Locator => page.getByRole('alert');
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const welcome = (page: Page): Locator => page.getByRole('heading', { name: 'Welcome' });
/** Shows the two ends of the text; its title is the whole text. */
export const walletAddress = (page: Page): Locator => page.locator('dd code[title^="0x"]');

/** Types an e-mail address and sends it. @returns the code, once the screen asks for it */
export function askForCode(page: Page, demo: BuiltDemo, address: string): Promise<string> {
  return nextCode(demo, async () => {
    await email(page).fill(address);
    await email(page).press('Enter');
    await code(page).waitFor();
  });
}

/** The code that an action sends, once it has arrived: messages are sent after the answer. */
export async function nextCode({ inbox }: BuiltDemo, ask: () => Promise<unknown>): Promise<string> {
  const before = inbox.list().length;
  await ask();
  await vi.waitUntil(() => inbox.list().length > before, { timeout: 60_000 });
  return inbox.list()[0]?.code ?? '';
}

/** Types a code, digit by digit, over what is selected; the last digit sends it. While something is asked, nothing can be typed. */
export async function typeCode(page: Page, digits: string): Promise<void> {
  await page.locator('form:not([data-busy])').waitFor();
  await code(page).pressSequentially(digits);
}

/** The whole login, from the address to the account. */
export async function logIn(page: Page, demo: BuiltDemo, address: string): Promise<void> {
  await typeCode(page, await askForCode(page, demo, address));
  await walletAddress(page).waitFor();
}

/** Another code of the same length. */
export const wrong = (right: string): string => right.replace(/./g, (digit) => String((Number(digit) + 1) % 10));

/** Waits until an error is visible to everybody: announced at once, and tied to the field if it is about the field. */
export async function expectAlert(page: Page, sentence: string | RegExp): Promise<void> {
  await expect.poll(() => alert(page).textContent()).toMatch(sentence);
}

/** Waits until the keyboard is where it is expected. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** The whole address. */
export const addressOf = async (page: Page): Promise<string> => (await walletAddress(page).getAttribute('title')) ?? '';
