import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { createClient } from '../../../../src/client/createClient.js';
import { LoginCard, type LoginCardProps } from '../../../../src/components/login/LoginCard.js';
import { proxyWalletKitConfig } from '../../../../src/contract/proxyConfig.js';
import { LatchkeyProvider, type LatchkeyProviderProps } from '../../../../src/hooks/LatchkeyProvider.js';
import { useWalletKitConfig } from '../../../../src/hooks/proxy.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { leavePage } from '../leavePage.js';
import '../../../../src/components/styles.css';

const path = '/v1/wallet_kit_config';
const methods = ['email', 'google', 'apple', 'passkey'] as const;

afterEach(() => page.viewport(414, 896));

/** A service whose configuration offers four methods. */
const openService = () =>
  createTestService({
    wasmUrl,
    config: {
      allowedAuthMethods: ['email', 'passkey'],
      oauthClientIds: { google: ['acme'], apple: ['acme'] },
    },
  });

/** Sends the service's configuration late, and counts how often it is asked for. */
function late({ settings }: TestService, delayMs: number) {
  const asked: string[] = [];
  const fetch: typeof settings.fetch = async (url, init) => {
    asked.push(new URL(String(url)).pathname);
    if (asked.at(-1) === path) await new Promise((resolve) => setTimeout(resolve, delayMs));
    return settings.fetch(url, init);
  };
  return { settings: { ...settings, fetch }, timesAsked: () => asked.filter((each) => each === path).length };
}

/** How far things jump, in all, by the browser's own measure. */
function watchShifts() {
  const shifts: { value: number; of: string[] }[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node?: Node }[] })[])
      shifts.push({ value: entry.value, of: entry.sources.map(({ node }) => node?.textContent ?? '') });
  });
  observer.observe({ type: 'layout-shift' });
  onTestFinished(() => observer.disconnect());
  return shifts;
}

const app = (props: LatchkeyProviderProps, card: LoginCardProps = {}) => (
  <StrictMode>
    <LatchkeyProvider {...props}>
      <LoginCard {...card} terms="https://acme.example/terms" privacy="https://acme.example/privacy" />
    </LatchkeyProvider>
  </StrictMode>
);

function show(service: TestService, props: LatchkeyProviderProps, card: LoginCardProps = {}): HTMLElement {
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  leavePage(() => root.unmount(), container, service);
  root.render(app(props, card));
  return container;
}

const passkey = page.getByRole('button', { name: 'Continue with a passkey' });
const rest = () => new Promise((resolve) => setTimeout(resolve, 2_400));

test('the configuration is asked for once, in strict mode and by all who need it, though the first goes away', async () => {
  const service = await openService();
  const { settings, timesAsked } = late(service, 300);
  const Shown = () => <p>{useWalletKitConfig().data ? 'known' : 'to come'}</p>;
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  leavePage(() => root.unmount(), container, service);
  const client = createClient(settings);
  const app = (isShown: boolean) => (
    <StrictMode>
      <LatchkeyProvider client={client}>
        {isShown && [<LoginCard key="card" />, <Shown key="shown" />]}
      </LatchkeyProvider>
    </StrictMode>
  );
  root.render(app(true));
  await expect.element(page.getByText('to come')).toBeVisible();
  root.render(app(false));
  await expect.element(page.getByText('to come')).not.toBeInTheDocument();
  root.render(app(true));
  await page.getByLabelText('Email address').fill('ada@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText(/^\d-digit code$/)).toBeVisible();
  await expect.element(page.getByText('known')).toBeVisible();
  expect(timesAsked()).toBe(1);
});

test('while nothing is known, a row has its room, and what is typed stays', async () => {
  const service = await openService();
  const { settings } = late(service, 1_000);
  const shifts = watchShifts();
  const container = show(service, { settings });
  const email = page.getByLabelText('Email address');
  await email.fill('ada@');
  const height = () => container.querySelector<HTMLElement>('[data-part=methods]')?.offsetHeight ?? 0;
  expect(height()).toBeGreaterThanOrEqual(60);
  await expect.element(passkey).toBeVisible();
  await expect.element(email).toHaveValue('ada@');
  await expect.poll(() => shifts.length, { message: 'what cannot be known moves, and is seen' }).toBeGreaterThan(0);
});

test.each([
  ['the last visit', async () => ({ isKnown: true })],
  ['its methods', async () => ({ card: { methods, title: 'Log in to Acme' } })],
  ['the configuration that the app has', async (service: TestService) => ({ config: await configOf(service) })],
] as [string, (service: TestService) => Promise<Known>][])(
  'at 320 pixels nothing moves when the configuration comes two seconds late, by %s',
  async (_, learn) => {
    await page.viewport(320, 640);
    const service = await openService();
    const { settings, timesAsked } = late(service, 2_000);
    const { card = {}, config, isKnown } = await learn(service);
    if (isKnown) {
      const name = `latchkey.config.${settings.authProxyConfigId}`;
      localStorage.setItem(name, JSON.stringify(await configOf(service)));
    }
    const shifts = watchShifts();
    show(service, { settings, config }, card);
    await expect.element(passkey).toBeVisible();
    await rest();
    expect(timesAsked()).toBe(1);
    expect(shifts).toEqual([]);
  },
);

test('a server renders all rows of the configuration that it has, and nothing moves when the page takes over', async () => {
  await page.viewport(320, 640);
  const service = await openService();
  const { settings } = late(service, 2_000);
  const config = await configOf(service);
  const html = renderToString(app({ settings, config }));
  for (const name of ['Google', 'Apple', 'passkey']) expect(html).toContain(name);
  const container = document.body.appendChild(document.createElement('main'));
  container.innerHTML = html;
  const shifts = watchShifts();
  const complaints: unknown[] = [];
  const root = hydrateRoot(container, app({ settings, config }), {
    onRecoverableError: (error) => complaints.push(error),
  });
  leavePage(() => root.unmount(), container, service);
  await rest();
  expect(complaints).toEqual([]);
  expect(shifts).toEqual([]);
});

type Known = Pick<LatchkeyProviderProps, 'config'> & { readonly card?: LoginCardProps; readonly isKnown?: true };

const configOf = ({ settings }: TestService) => call(createClient(settings), proxyWalletKitConfig, {});
