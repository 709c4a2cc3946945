// The pictures of the README, taken of the built Storybook at twice their size, light and dark. Run it by `npm run pictures` after a
// change to what they show, and look at them before you commit them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, chromium as playwright } from 'playwright';
import { serveFolder } from '../checks/storybook/serveFolder.js';
import { chromium } from '../test/support/chromium.js';

const folder = 'docs/pictures';
/** What the page of a registry should load at most for a picture. */
const mostBytes = 60_000;

type Picture = {
  /** Of its files: `<name>-light.webp`, `<name>-dark.webp`. */
  readonly name: string;
  readonly story: string;
  /** In pixels of the page. */
  readonly width: number;
  /** The button that the story leads to. */
  readonly ready: string | RegExp;
};

const pictures: readonly Picture[] = [
  { name: 'login', story: 'screens-logincard--three-ways', width: 480, ready: 'Continue with a passkey' },
  { name: 'approvals', story: 'screens-approvalsinbox--kinds', width: 560, ready: /^Approve all 2/ },
];

const { url, stop } = await serveFolder('storybook-static');
const browser = await playwright.launch(chromium());
try {
  mkdirSync(folder, { recursive: true });
  for (const picture of pictures)
    for (const theme of ['light', 'dark'] as const) {
      const bytes = await taken(browser, picture, theme);
      const path = join(folder, `${picture.name}-${theme}.webp`);
      if (bytes.length > mostBytes) throw new Error(`${path} has ${bytes.length} bytes, more than ${mostBytes}.`);
      writeFileSync(path, bytes);
      console.log(`${path}: ${bytes.length} bytes`);
    }
} finally {
  await browser.close();
  stop();
}

/** A story at its end, with the page around it, as WebP. */
async function taken(browser: Browser, { story, width, ready }: Picture, theme: 'light' | 'dark'): Promise<Buffer> {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    deviceScaleFactor: 2,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  page.setDefaultTimeout(120_000); // the story starts the whole service in its page
  try {
    await page.goto(`${url}/iframe.html?viewMode=story&id=${story}&globals=theme:${theme};width:${width}`);
    await page.getByRole('button', { name: ready }).waitFor();
    await page.evaluate(settled);
    return await webpOf(page);
  } finally {
    await page.close();
  }
}

/** The fonts are there, and no field shows a caret. To be run in a page. */
async function settled(): Promise<void> {
  (document.activeElement as HTMLElement | null)?.blur();
  await document.fonts.ready;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Playwright itself writes PNG and JPEG only. */
async function webpOf(page: Page): Promise<Buffer> {
  const box = await page.locator('[data-theme]').first().boundingBox();
  if (box === null) throw new Error('The story is not drawn.');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 90,
    captureBeyondViewport: true,
    clip: { ...box, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}
