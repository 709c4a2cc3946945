import type { Page } from 'playwright';
import { expect } from 'vitest';
import { accessibilityFaults } from './axe.js';
import { scrollsSideways } from './dashboard.js';

/** Nothing is out of reach or cut off, in either direction of writing. */
export async function expectSound(page: Page): Promise<void> {
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);
  }
}

/** What somebody may have typed as a name, to run as a script or to turn the line around. */
export const hostileName = '<img src=x onerror=alert(1)> שלום';
