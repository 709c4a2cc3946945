import { type BrowserContext, type Page, chromium as playwright } from 'playwright';
import { expect } from 'vitest';
import type { Chain } from '../../src/client/chains.js';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';
import { type EvmPlace, openEvmPlace } from './evmPlace.js';
import { type Loopback, openLoopback } from './loopback.js';
import { buildPage } from './pages.js';

/** A browser at an app of this folder. */
export type AppBrowser = {
  readonly openDevice: () => Promise<Device>;
  readonly close: () => Promise<void>;
};

/** The same, whose service and node of Ethereum have ports of this machine. */
export type WalletBrowser = AppBrowser & {
  readonly place: EvmPlace;
  readonly loopback: Loopback;
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

/** An app beside a service and a node of Ethereum of its own. */
export async function openWalletBrowser(source: string): Promise<WalletBrowser> {
  const loopback = await openLoopback();
  const place = await openEvmPlace(loopback);
  const { openDevice, close } = await openAppBrowser(source, loopback, place.chain);
  return {
    ...{ place, loopback, openDevice },
    async close() {
      await close();
      await place.close();
    },
  };
}

/** Builds an app as its bundler does; its `/settings.json` says where the service is, and the chain. */
export async function openAppBrowser(source: string, loopback: Loopback, chain: Chain): Promise<AppBrowser> {
  const servePage = await buildPage(source);
  const browser = await playwright.launch(chromium());
  const { url, stop } = await servePage(loopback, { chain });

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

  return {
    openDevice,
    async close() {
      await browser.close();
      stop();
    },
  };
}
