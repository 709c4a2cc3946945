import type { Page } from 'playwright';
import { expect } from 'vitest';
import { openOauthPlace, type PlaceOptions } from './oauthPlace.js';
import { type VisitorOptions, visit } from './visitor.js';

/** A person at the app of a place, once it is drawn. */
export async function openOauth(scripts: ReadonlyMap<string, string>, options: PlaceOptions & VisitorOptions = {}) {
  const place = await openOauthPlace(scripts, options);
  const visitor = await visit(place, options);
  await visitor.page.goto('/');
  await ready(visitor.page);
  return { place, ...visitor };
}

export const ready = (page: Page) => page.locator('main[data-ready=true]').waitFor();
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const shown = (page: Page, id: string) => page.locator(`main #${id}`).textContent();
export const expectShown = (page: Page, id: string, text: string) => expect.poll(() => shown(page, id)).toBe(text);
export const keptOf = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => /oauth/.test(name)));

/** Opens the provider's window by a click. */
export async function popupOf(page: Page, name = 'Continue with Example ID'): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await button(page, name).click();
  return opening;
}

/** Logs in at the provider, and consents. */
export async function sayWho(at: Page, email = 'ada@example.com'): Promise<void> {
  await at.getByLabel('Email address').fill(email);
  await at.getByLabel('Name').fill('Ada');
  await button(at, 'Continue').click();
  await button(at, 'Allow').waitFor();
}

export const allow = (at: Page) => button(at, 'Allow').click();
export const closed = (popup: Page) => (popup.isClosed() ? undefined : popup.waitForEvent('close'));
