import type { Browser, CDPSession, Page } from 'playwright';

export type Visit = {
  /** From the start of the navigation to the first paint with content, which is the screen: before it the page is empty. */
  readonly paintedMs: number;
  /** The page's heap after all requests are answered and garbage is collected. */
  readonly heapBytes: number;
  /** Elements below the root, at the same moment. */
  readonly elements: number;
};

/**
 * Loads a page as its first visitor: nothing is cached.
 *
 * @param last - selects the element that comes last, perhaps with a script that is loaded after the first paint.
 * @param slowdown - how many times slower the processor is made.
 */
export async function visit(browser: Browser, url: string, last: string, slowdown: number): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    page.on('response', (response) => response.ok() || failures.push(`${response.status()} ${response.url()}`));
    const debuggerOf = await context.newCDPSession(page);
    if (slowdown > 1) await debuggerOf.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(url);
    const paintedMs = await page.evaluate(firstPaint);
    await page.locator(last).waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    if (failures.length > 0) throw new Error(`The page failed: ${failures.join(', ')}`);
    const elements = await page.locator('#root *').count();
    return { paintedMs, elements, heapBytes: await heapBytes(page, debuggerOf) };
  } finally {
    await context.close();
  }
}

/** To be run in a page. In milliseconds. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const painted = list.getEntriesByName('first-contentful-paint')[0];
      if (painted) resolve(painted.startTime);
    });
    observer.observe({ type: 'paint', buffered: true });
  });
}

async function heapBytes(page: Page, debuggerOf: CDPSession): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await debuggerOf.send('HeapProfiler.enable');
  for (let times = 0; times < 2; times++) await debuggerOf.send('HeapProfiler.collectGarbage');
  return (await debuggerOf.send('Runtime.getHeapUsage')).usedSize;
}
