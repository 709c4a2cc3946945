import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
  type Request,
} from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromium } from '../../support/chromium.js';
import { foreignRequests } from '../../support/foreignRequests.js';
import type { BuiltDemo } from './builtDemo.js';

/** A person with their own browser context: storage, clock and look. */
export type Visitor = {
  /** The first tab. */
  readonly page: Page;
  /** Another tab of the same browser. */
  readonly newTab: () => Promise<Page>;
  /** Moves the clock of the service and of the tabs, as on a machine that slept. */
  readonly advanceMs: (ms: number) => Promise<void>;
  readonly context: BrowserContext;
};

export type VisitorOptions = BrowserContextOptions & {
  /** The expected refusals, as `path status`, in order. Any other is a fault. */
  readonly refusals?: readonly string[];
  /** Refusals that may or may not happen, depending on timing. */
  readonly tolerated?: RegExp;
  /** The browser's messages about the test tools' own scripts, if the page's policy blocks them. */
  readonly ofTools?: RegExp;
};

let browser: Browser;

/** Opens the browser that the visitors of a file share. Call it once, outside of tests. */
export function openBrowser(): void {
  beforeAll(async () => {
    browser = await playwright.launch(chromium());
  });
  afterAll(() => browser.close());
}

/**
 * A new visitor, until the test ends. The test fails for everything that the browser reports: an error
 * in the console, an uncaught exception, a violation of the Content-Security-Policy, an unexpected refusal, a request to another host.
 */
export async function visit(
  demo: Pick<BuiltDemo, 'url' | 'violations' | 'advanceMs'>,
  { refusals = [], tolerated = /^$/, ofTools = /^$/, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: demo.url, ...options });
  context.setDefaultTimeout(60_000); // beside other programs nothing is drawn for many seconds
  const complaints = listen(context, tolerated, ofTools);
  const { unexpected: foreign } = foreignRequests(context);
  const settled = watchRequests(context);
  onTestFinished(async () => {
    await context.close();
    const { violations } = demo;
    expect({ ...complaints, violations, foreign }).toEqual({ errors: [], refusals, violations: [], foreign: [] });
  });
  await context.clock.install();
  return {
    context,
    page: await context.newPage(),
    newTab: () => context.newPage(),
    async advanceMs(ms) {
      await settled();
      demo.advanceMs(ms);
      await context.clock.fastForward(ms);
    },
  };
}

type Complaints = { readonly errors: string[]; readonly refusals: string[] };

/** The browser's reports from now on. It writes each answer of 400 and above, and each violation, to the console. */
function listen(context: BrowserContext, tolerated: RegExp, ofTools: RegExp): Complaints {
  const errors: string[] = [];
  const refusals: string[] = [];
  context.on('weberror', (thrown) => errors.push(String(thrown.error())));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (ofTools.test(message.text())) return;
    if (/blocked by CORS policy/.test(message.text())) return; // the failure that it causes has its own message
    const status = /^Failed to load resource: .*\b(\d{3}|net::ERR_\w+)\b/.exec(message.text())?.[1];
    if (status === undefined) return errors.push(message.text());
    const refusal = `${new URL(message.location().url).pathname} ${status}`;
    if (!tolerated.test(refusal)) refusals.push(refusal);
  });
  return { errors, refusals };
}

/** Resolves when no request is running, because the clock must not jump during an answer. */
function watchRequests(context: BrowserContext): () => Promise<void> {
  const underWay = new Set<Request>();
  context.on('request', (request) => underWay.add(request));
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  // Of what a page asks for when it is closed nothing more is heard.
  context.on('page', (page) =>
    page.on('close', () => {
      for (const request of underWay) if (request.frame().page() === page) underWay.delete(request);
    }),
  );
  return () => expect.poll(() => underWay.size).toBe(0);
}
