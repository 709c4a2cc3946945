import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium as playwright } from 'playwright';
import { bundle } from '../../checks/size/bundle.js';
import { loopback } from '../../src/service/node/openPort.js';
import { startServer } from '../../src/service/node/startServer.js';
import { createTestService } from '../../src/testing/createTestService.js';
import { chromium } from '../../test/support/chromium.js';
import { appFolder } from '../app.js';
import type { Figure } from '../figure.js';
import { type BenchOptions, scaled } from '../options.js';
import { answerFrom, pageHtml, put, putChunks, type Site } from '../site.js';
import { median, medianRatio, middleHalf } from '../statistics.js';
import { floorScript, floorStyles, lastElement, loginScript } from './scripts.js';
import { type Visit, visit } from './visit.js';

export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const { service, authProxyConfigId } = await createTestService();
  const site: Site = new Map();
  const server = await startServer({
    service,
    hosts: loopback,
    port: 0,
    log: () => {},
    beside: [{ request: answerFrom(site) }],
  });
  const app = appFolder(process.cwd());
  const browser = await playwright.launch(chromium());
  try {
    const styles = join(app, 'floor.css');
    writeFileSync(styles, floorStyles);
    for (const [path, script] of [
      ['/login', loginScript(authProxyConfigId)],
      ['/floor', floorScript(JSON.stringify(styles))],
    ] as const)
      put(site, path, pageHtml(putChunks(site, await bundle({ root: app, script, external: /^$/ }))));
    const usual = await inTurns(browser, server.url, 1, scaled(40, options));
    const slow = await inTurns(browser, server.url, 4, scaled(40, options));
    return [
      painted('login screen painted', usual, 1.3),
      painted('the same on a processor four times slower', slow, 1.2),
      heap(usual),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

type Visits = { readonly login: Visit[]; readonly floor: Visit[] };

/** The number of visits of each page, in turns. The first two of each are for warming up. */
async function inTurns(browser: Browser, url: string, slowdown: number, times: number): Promise<Visits> {
  const visits: Visits = { login: [], floor: [] };
  for (let round = -2; round < times; round++)
    for (const page of round % 2 === 0 ? (['login', 'floor'] as const) : (['floor', 'login'] as const)) {
      const seen = await visit(browser, `${url}/${page}`, lastElement[page], slowdown);
      if (round >= 0) visits[page].push(seen);
    }
  const [elements, ofFloor] = [visits.login[0]?.elements, visits.floor[0]?.elements];
  if (elements !== ofFloor) throw new Error(`The login screen has ${elements} elements, and the floor ${ofFloor}.`);
  return visits;
}

function painted(name: string, { login, floor }: Visits, times: number): Figure {
  const [ours, bare] = [login, floor].map((visits) => visits.map(({ paintedMs }) => paintedMs)) as [number[], number[]];
  const factor = medianRatio(ours, bare);
  return {
    name,
    ours: `${median(ours).toFixed(0)} ms (${factor.toFixed(2)}×)`,
    beside: `${median(bare).toFixed(0)} ms a bare React page`,
    goal: `≤ ${times}× the bare page`,
    reached: factor <= times,
    spread: `ours ${middleHalf(ours, 'ms', 0)}; bare ${middleHalf(bare, 'ms', 0)}`,
  };
}

function heap({ login, floor }: Visits): Figure {
  const [ours, bare] = [login, floor].map((visits) => visits.map(({ heapBytes }) => heapBytes / 2 ** 20)) as [
    number[],
    number[],
  ];
  const over = median(ours) - median(bare);
  return {
    name: 'heap with the screen mounted',
    ours: `${median(ours).toFixed(2)} MiB (${over.toFixed(2)} over the bare page)`,
    beside: `${median(bare).toFixed(2)} MiB a bare React page`,
    goal: '≤ 1 MiB over the bare page',
    reached: over <= 1,
    spread: `ours ${middleHalf(ours, 'MiB', 2)}; bare ${middleHalf(bare, 'MiB', 2)}`,
  };
}
