// What the pages of the built Storybook show. Run `npm run build:storybook` first; prints a line a page and fails with what is wrong.
import { availableParallelism } from 'node:os';
import { chromium as playwright } from 'playwright';
import { chromium } from '../../test/support/chromium.js';
import { check } from '../check.js';
import { faultsOf } from './faultsOf.js';
import { serveFolder } from './serveFolder.js';

const { url, stop } = await serveFolder('storybook-static');
const browser = await playwright.launch(chromium());
try {
  const { entries } = (await (await fetch(`${url}/index.json`)).json()) as { entries: Record<string, Entry> };
  const pages = Object.values(entries).filter(({ type }) => type === 'docs');
  if (pages.length === 0) process.exitCode = 1;
  const waiting = pages.values();
  const readPages = async () => {
    for (const { id } of waiting) {
      const faults = await faultsOf(browser, `${url}/iframe.html?viewMode=docs&id=${id}`);
      check(`${id}: each card is in its story’s state, and the page stands still`, faults);
    }
  };
  // Each page has storage and locks of its own, so that no two wait for each other's stories.
  await Promise.all(Array.from({ length: availableParallelism() }, readPages));
} finally {
  await browser.close();
  stop();
}

type Entry = { readonly id: string; readonly type: string };
