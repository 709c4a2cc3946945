import { chromium as playwright } from 'playwright';
import { bundle } from '../../checks/size/bundle.js';
import { chromium } from '../../test/support/chromium.js';
import type { Figure } from '../figure.js';
import { peerFolder } from '../npm.js';
import { type BenchOptions, scaled } from '../options.js';
import { pageHtml, put, putChunks, type Site, serveSite } from '../site.js';
import { median, medianRatio, middleHalf } from '../statistics.js';
import { type Speeds, speedsInPage } from './speedInPage.js';

/** How fast a page signs requests and opens bundles, compared with other packages. @param ours - the folder of an app with the kit */
export async function speedFigures(root: string, ours: string, options: BenchOptions): Promise<Figure[]> {
  const { stamp, stampsAtOnce, open } = await measureSpeeds(root, ours, options);
  return [
    compared('X-Stamp of a body of 1 KB', stamp, '@turnkey/api-key-stamper', 4.5),
    compared('X-Stamp, 20 at once', stampsAtOnce, '@turnkey/api-key-stamper', 4.5),
    compared('credential bundle opened', open, '@turnkey/crypto', 10),
  ];
}

async function measureSpeeds(root: string, ours: string, options: BenchOptions): Promise<Speeds> {
  const site: Site = new Map();
  const ourChunks = await bundle({ root: ours, script: ourScript });
  const peerChunks = await bundle({ root: peerFolder(root, 'stampers'), script: peersScript });
  put(site, '/', pageHtml([...putChunks(site, ourChunks), ...putChunks(site, peerChunks)]));
  const server = await serveSite(site);
  const browser = await playwright.launch(chromium());
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(error));
    await page.goto(server.url);
    await page.waitForFunction(() => 'ours' in globalThis && 'peers' in globalThis);
    return await page.evaluate(speedsInPage, { rounds: scaled(60, options), stamps: 200, bundles: 20 });
  } finally {
    await browser.close();
    server.close();
  }
}

const ourScript =
  "import * as a from 'latchkey/client'; import * as b from 'latchkey/crypto'; globalThis.ours = { ...a, ...b };";

const peersScript = `import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { IndexedDbStamper } from '@turnkey/indexed-db-stamper';
import { decryptCredentialBundle } from '@turnkey/crypto';
globalThis.peers = { ApiKeyStamper, IndexedDbStamper, decryptCredentialBundle };`;

function compared(
  name: string,
  { ours = [], ...others }: Record<string, number[]>,
  rival: string,
  times: number,
): Figure {
  const factor = (values: readonly number[]) => medianRatio(values, ours);
  const beside = Object.entries(others).map(
    ([peer, values]) => `${median(values).toFixed(0)} µs ${peer} (${factor(values).toFixed(1)}×)`,
  );
  return {
    name,
    ours: `${median(ours).toFixed(0)} µs`,
    beside: beside.join('; '),
    goal: `≥ ${times}× ${rival}`,
    reached: factor(others[rival] ?? []) >= times,
    spread: [
      `ours ${middleHalf(ours, 'µs', 0)}`,
      ...Object.entries(others).map(([peer, values]) => `${peer} ${middleHalf(values, 'µs', 0)}`),
    ].join('; '),
  };
}
