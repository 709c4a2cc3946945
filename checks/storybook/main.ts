// What the pages of the built Storybook show. Run `npm run build:storybook` first; prints a line a page and fails with what is wrong.
// `--frames 3` plays only the first three stories of each page.
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium as playwright } from 'playwright';
import { chromium } from '../../test/support/chromium.js';
import { check } from '../check.js';
import { faultsOf } from './faultsOf.js';
import { serveFolder } from './serveFolder.js';

const { values } = parseArgs({ options: { frames: { type: 'string', default: 'Infinity' } } });
const frames = Number(values.frames);
if (!(frames >= 1)) throw new Error('--frames takes a number from 1.');

const { url, stop } = await serveFolder('storybook-static');
const profiles = await mkdtemp(join(tmpdir(), 'latchkey-storybook-'));
try {
  const { entries } = (await (await fetch(`${url}/index.json`)).json()) as { entries: Record<string, Entry> };
  const pages = Object.values(entries).filter(({ type }) => type === 'docs');
  if (pages.length === 0) process.exitCode = 1;
  const waiting = pages.values();
  // Each has a browser of its own, so that no two wait for each other's stories; its profile keeps the scripts as it compiled them.
  const readPages = async (profile: string) => {
    const browser = await playwright.launchPersistentContext(join(profiles, profile), {
      ...chromium(),
      viewport: { width: 1280, height: 900 },
    });
    for (const { id } of waiting) {
      const faults = await faultsOf(browser, `${url}/iframe.html?viewMode=docs&id=${id}`, frames);
      check(`${id}: each card is in its story’s state, and the page stands still`, faults);
    }
    await browser.close();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, (_, lane) => readPages(`${lane}`)));
} finally {
  stop();
  await rm(profiles, { recursive: true, force: true });
}

type Entry = { readonly id: string; readonly type: string };
