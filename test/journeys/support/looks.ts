import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { accessibilityFaults } from './axe.js';
import type { VisitorOptions } from './visitor.js';

/** Settings of a browser and a page. `root`: attributes of the page's root element. */
export type Look = VisitorOptions & { readonly root?: { readonly dir?: string; readonly fontSize?: string } };

const desk = { width: 1280, height: 800 };

/** The looks in which screens are tested. A zoom of 200 % on a desktop is half as many CSS pixels, each twice as large. */
export const looks: Record<string, Look> = {
  'light on a desk': { viewport: desk },
  'dark on a desk': { viewport: desk, colorScheme: 'dark' },
  'from right to left': { viewport: desk, root: { dir: 'rtl' } },
  '320 px wide': { viewport: { width: 320, height: 568 } },
  '320 px wide, dark, from right to left': {
    viewport: { width: 320, height: 568 },
    colorScheme: 'dark',
    root: { dir: 'rtl' },
  },
  'zoomed to 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  'with letters twice as large': { viewport: { width: 640, height: 800 }, root: { fontSize: '200%' } },
  'in forced colours': { viewport: desk, forcedColors: 'active' },
};

/** Sets a look's attributes on the page's root element; needed again after each load. */
export async function setRoot(page: Page, { root = {} }: Look): Promise<void> {
  await page.evaluate(({ dir = 'ltr', fontSize = '' }) => {
    document.documentElement.dir = dir;
    document.documentElement.style.fontSize = fontSize;
  }, root);
}

/** The faults of a page in a look: what axe finds, and whether the page scrolls sideways. With `SCREENSHOTS=<folder>` a picture is saved. */
export async function faultsOfLook(page: Page, ...names: string[]): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const room = page.viewportSize()?.width ?? 0;
  if (process.env.SCREENSHOTS) await page.screenshot({ path: shot(process.env.SCREENSHOTS, ...names), fullPage: true });
  return [...(await accessibilityFaults(page)), ...(width > room ? [`scrolls sideways: ${width} px`] : [])];
}

function shot(folder: string, ...names: string[]): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${names.join(' - ').replace(/[^\w]+/g, '-')}.png`);
}
