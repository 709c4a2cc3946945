import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { inject, onTestFinished } from 'vitest';
import type { Trust } from '../../../src/client/settings.js';
import { type RootCaller, rootCaller } from '../../../src/service/node/rootCaller.js';
import { startDev } from '../../../src/service/node/startDev.js';
import { type VisitorOptions, visit } from './visitor.js';

/** A development service with its dashboard. */
export type DashboardService = {
  readonly url: string;
  readonly organizationId: string;
  readonly authProxyConfigId: string;
  readonly trust: Trust;
  readonly token: string;
  /** Acts as the root user, as a backend would. */
  readonly root: RootCaller;
  /** Lets time pass for the service alone. */
  readonly advanceMs: (ms: number) => void;
};

/** Starts one for one test, in a folder of its own. @param port - one that it knows before it answers, so that its mail leads there */
export async function startDashboard(port = 0): Promise<DashboardService> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-dashboard-'));
  let offsetMs = 0;
  const clock = () => Date.now() + offsetMs;
  const running = await startDev({
    variables: { PORT: String(port), LATCHKEY_DATA: folder },
    reach: 'loopback',
    dashboard: join(inject('builtDemo').folder, 'dashboard'),
    clock,
  });
  onTestFinished(async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { url, token } = running;
  const config = await (await fetch(`${url}/dev/config?token=${token}`)).json();
  const { organizationId, authProxyConfigId, trust, rootApiKey } = config;
  const root = await rootCaller((path, init) => fetch(url + path, init), {
    organizationId,
    privateKey: rootApiKey.privateKey,
    clock,
  });
  return {
    url,
    organizationId,
    authProxyConfigId,
    trust,
    token,
    root,
    advanceMs: (ms) => {
      offsetMs += ms;
    },
  };
}

/** An operator in a browser, logged in by the printed address, at a path below `/dashboard`. */
export async function operate(service: DashboardService, path = '', options: VisitorOptions = {}): Promise<Page> {
  const { page } = await visit({ url: service.url, advanceMs: service.advanceMs, violations: [] }, options);
  await page.goto(`/dashboard${path}#token=${service.token}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  return page;
}

/** Whether the page is wider than its window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** Gives the page's device a place for passkeys, which takes a finger. */
export async function addPasskeys(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal' } as const;
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  });
}
