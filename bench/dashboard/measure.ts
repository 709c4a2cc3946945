import { type Browser, type BrowserContext, chromium as playwright } from 'playwright';
import { chromium } from '../../test/support/chromium.js';
import type { Figure } from '../figure.js';
import { type Place, places } from '../growth/place.js';
import { gather, type Population } from '../growth/population.js';
import { type BenchOptions, scaled } from '../options.js';
import { median, middleHalf } from '../statistics.js';
import { keepLoggingIn } from './logins.js';
import { type PageOf, pagesOf } from './pages.js';
import { type Dashboard, serveDashboard } from './serve.js';

/** Every page of the dashboard, on each database engine that the machine has. */
export async function measure(options: BenchOptions): Promise<readonly Figure[]> {
  const browser = await playwright.launch(chromium());
  const figures: Figure[] = [];
  try {
    for (const open of places) {
      const place = await open();
      if (place) figures.push(...(await measureOn(place, browser, options)));
    }
  } finally {
    await browser.close();
  }
  return figures;
}

async function measureOn(place: Place, browser: Browser, options: BenchOptions): Promise<Figure[]> {
  const population = await gather(place, 10 ** Math.max(...options.sizes), options);
  const dashboard = await serveDashboard(population.test);
  const logins = keepLoggingIn(population);
  try {
    const visits = await visitInTurns(browser, dashboard, await pagesOf(population), scaled(5, options));
    const { failed, perSecond } = await logins.end();
    if (failed.length > 0) throw new Error(`${failed.length} logins failed: ${failed[0]}`);
    console.log(`  ${place.engine}: ${perSecond.toFixed(1)} logins a second`);
    // The page of a search that was not made yet asks nothing: what is asked then is the rail's.
    const ofRail = Math.min(...visits.flatMap(({ requests }) => requests));
    return visits.map((visit) => figureOf(visit, { population, engine: place.engine, ofRail }));
  } finally {
    await logins.end();
    await dashboard.stop();
    await place.remove();
  }
}

type Visited = { readonly page: PageOf; readonly ms: number[]; readonly requests: number[] };

async function visitInTurns(
  browser: Browser,
  dashboard: Dashboard,
  pages: readonly PageOf[],
  times: number,
): Promise<readonly Visited[]> {
  const context = await browser.newContext({
    baseURL: dashboard.url,
    viewport: { width: 1280, height: 800 },
    bypassCSP: true, // what waits in the page is text that the driver evaluates
  });
  context.setDefaultTimeout(60_000);
  try {
    await logIn(context, dashboard.token);
    const visits = pages.map((page): Visited => ({ page, ms: [], requests: [] }));
    for (let round = times > 1 ? -1 : 0; round < times; round += 1)
      for (const { page, ms, requests } of visits) {
        const seen = await visit(context, page);
        if (round < 0) continue;
        ms.push(seen.ms);
        requests.push(seen.requests);
      }
    return visits;
  } finally {
    await context.close();
  }
}

async function logIn(context: BrowserContext, token: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`/dashboard#token=${token}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.close();
}

async function visit(context: BrowserContext, { path, isSheet }: PageOf): Promise<{ ms: number; requests: number }> {
  const page = await context.newPage();
  const refused: string[] = [];
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') requests += 1;
  });
  page.on('response', (response) => response.ok() || refused.push(`${response.status()} ${response.url()}`));
  try {
    const debuggerOf = await context.newCDPSession(page);
    await debuggerOf.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(`/dashboard${path}`);
    const drawn = await page
      .waitForFunction(whenDrawn, isSheet ? '.sheet h2' : 'main h1', { polling: 'raf' })
      .catch(async (cause) => {
        throw new Error(`${path} is not drawn: ${await page.locator('body').innerText()}`, { cause });
      });
    const ms = (await drawn.jsonValue()) as number;
    await page.waitForLoadState('networkidle');
    if (refused.length > 0) throw new Error(`${path} was refused: ${refused.join(', ')}`);
    return { ms, requests };
  } finally {
    await page.close();
  }
}

/** To be run in the page. @returns milliseconds since the navigation began, once the page stands there whole */
function whenDrawn(heading: string): number | false {
  const isThere = document.querySelector(heading) !== null;
  const isLoading = document.querySelector('.loading, [aria-busy=true]') !== null;
  return isThere && !isLoading && performance.now();
}

const mostMs = 1000;
const mostRequests = 6;

function figureOf(
  { page, ms, requests }: Visited,
  { population, engine, ofRail }: { readonly population: Population; readonly engine: string; readonly ofRail: number },
): Figure {
  const { count } = population;
  const asked = Math.max(...requests) - ofRail;
  return {
    name: `${page.name}, on ${engine}, among ${count.toLocaleString('en')} sub-organizations`,
    ours: `drawn after ${median(ms).toFixed(0)} ms, ${asked} requests beside ${ofRail} of the rail`,
    goal: `${mostMs} ms, ${mostRequests} requests`,
    reached: median(ms) <= mostMs && asked <= mostRequests,
    spread: middleHalf(ms, 'ms', 0),
  };
}
