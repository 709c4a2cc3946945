import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { chromium } from '../../chromium.js';
import type { BuiltDemo } from './builtDemo.js';

/** A person with a browser of their own: its storage, its clock, its looks. */
export type Visitor = {
  /** The first tab. */
  readonly page: Page;
  /** Another tab of the same browser. */
  readonly newTab: () => Promise<Page>;
  /** Lets time pass, for the service too; in the tabs as for a machine that slept. */
  readonly advanceMs: (ms: number) => Promise<void>;
  readonly context: BrowserContext;
};

export type VisitorOptions = BrowserContextOptions & {
  /** The refusals that belong to this journey, as `path status`, in their order. Any other is a fault. */
  readonly refusals?: readonly string[];
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
 * A new visitor, who leaves when the test is over. The test fails for whatever the browser complained of meanwhile: an error
 * in the console, an uncaught exception, a violation of the content policy, an answer that nobody expected.
 */
export async function visit(demo: BuiltDemo, { refusals = [], ...options }: VisitorOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: demo.url, ...options });
  const complaints = listen(context);
  onTestFinished(async () => {
    await context.close();
    expect({ ...complaints, violations: demo.violations }).toEqual({ errors: [], refusals, violations: [] });
  });
  await context.clock.install();
  return {
    context,
    page: await context.newPage(),
    newTab: () => context.newPage(),
    async advanceMs(ms) {
      demo.advanceMs(ms);
      await context.clock.fastForward(ms);
    },
  };
}

type Complaints = { readonly errors: string[]; readonly refusals: string[] };

/** What the browser complains of, from now on. It writes each answer of 400 and above to the console, and each violation too. */
function listen(context: BrowserContext): Complaints {
  const errors: string[] = [];
  const refusals: string[] = [];
  context.on('weberror', (thrown) => errors.push(String(thrown.error())));
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = /^Failed to load resource: .*\b(\d{3}|net::ERR_\w+)\b/.exec(message.text())?.[1];
    if (status === undefined) errors.push(message.text());
    else refusals.push(`${new URL(message.location().url).pathname} ${status}`);
  });
  return { errors, refusals };
}
