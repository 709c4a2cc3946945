import { type BrowserContext, type Page, chromium as playwright } from 'playwright';
import { expect } from 'vitest';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';
import { type EvmPlace, openEvmPlace } from './evmPlace.js';
import { type Loopback, openLoopback } from './loopback.js';
import { buildPage } from './pages.js';

/** A browser at an app of this folder, whose service and node of Ethereum have ports of this machine. */
export type WalletBrowser = {
  readonly place: EvmPlace;
  readonly loopback: Loopback;
  readonly openDevice: () => Promise<Device>;
  readonly close: () => Promise<void>;
};

/** What one person has open: the tabs share what the browser keeps. */
export type Device = {
  readonly context: BrowserContext;
  /** Opens the app. */
  readonly openTab: () => Promise<Page>;
  /** What the pages wrote as errors. */
  readonly errors: readonly string[];
  /** Fails where a page asked another host for anything. */
  readonly close: () => Promise<void>;
};

/** Builds an app as its bundler does; its `/settings.json` says where the service is, and the chain. */
export async function openWalletBrowser(source: string): Promise<WalletBrowser> {
  const loopback = await openLoopback();
  const place = await openEvmPlace(loopback);
  const servePage = await buildPage(source);
  const browser = await playwright.launch(chromium());
  const { url, stop } = await servePage(loopback, { chain: place.chain });

  async function openDevice(): Promise<Device> {
    const context = await browser.newContext();
    const foreign = foreignRequests(context);
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    const openTab = async () => {
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(url);
      return page;
    };
    const close = async () => {
      await context.close();
      expect(foreign.unexpected).toEqual([]);
    };
    return { context, openTab, errors, close };
  }

  const close = async () => {
    await browser.close();
    stop();
    await place.close();
  };
  return { place, loopback, openDevice, close };
}
