import type { Decorator, Loader } from '@storybook/react-vite';
import type { CSSProperties } from 'react';
import { call } from '../src/client/call.js';
import { turnstileToken } from '../src/client/captcha/turnstileToken.js';
import { type Client, createClient } from '../src/client/createClient.js';
import { type ProxyWalletKitConfigResponse, proxyWalletKitConfig } from '../src/contract/proxyConfig.js';
import { LatchkeyProvider } from '../src/hooks/LatchkeyProvider.js';
import { turnstileStandIn } from '../src/service/dev/turnstileStandIn.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import { createTestClock } from '../src/testing/clock.js';
import type { TestClock, TestService, TestServiceSettings } from '../src/testing.js';
import { type InPageIssuer, inPageIssuer } from '../test/support/inPageIssuer.js';
import { startTestService } from './startTestService.js';

/** What a story asks of the page around it, under `parameters`. */
export type PageParameters = {
  /** The configuration of the service. */
  config?: TestServiceSettings['config'];
  /** Time passes, for who tries the screen. Elsewhere it stands still until the story moves it, so that a state stays as it is. */
  time?: 'runs';
  /** The service does not answer for its configuration: nothing knows it, or the app does. */
  configComes?: 'never' | 'from the app';
  /** A provider in this page, which the configuration names. */
  provider?: 'Example ID';
  /** The browser keeps nothing for the page. */
  storage?: 'blocked';
  theme?: 'light' | 'dark';
  dir?: 'rtl';
  /** By which this browser logged in last. */
  lastMethod?: string;
  /** Of the provider's settings. */
  language?: string;
  /** In pixels. */
  width?: number;
  accent?: string;
};

/** Starts the whole service in the page: no answer in a story is made up. */
export const startService: Loader = async ({ parameters }) => {
  const { lastMethod, config, provider, time, configComes }: PageParameters = parameters;
  if (config?.captchaEnabled) turnstileStandIn(); // in the place of Turnstile's script, which needs the network
  const clock = time === 'runs' ? runningClock() : createTestClock();
  const issuer = provider && (await inPageIssuer(clock));
  const service = await startTestService({
    clock,
    config: { ...issuer?.config, ...config },
    ...(issuer && { outbound: issuer.outbound }),
  });
  if (lastMethod) localStorage.setItem(`latchkey.method.${service.authProxyConfigId}`, lastMethod);
  const known =
    configComes === 'from the app' && (await call(createClient(service.settings), proxyWalletKitConfig, {}));
  if (configComes) service.failures.next('wallet_kit_config', { until: new Promise(() => {}) }, 100);
  return { service, issuer, known };
};

/** The service of a story. */
export function serviceOf({ loaded }: { loaded: Record<string, unknown> }): TestService {
  return loaded.service as TestService;
}

/** The language of a client that a loader makes: the toolbar's, else the story's own. */
export function spoken({ parameters, globals }: LoaderContext): { language?: string } {
  const { language } = pageOf(parameters, globals);
  return language ? { language } : {};
}

type LoaderContext = Pick<Parameters<Loader>[0], 'parameters' | 'globals'>;

/** Draws a story as an app would: under a provider, of the client that its loader logged in, if any, on a page with a theme, a direction and a width. */
export const inApp: Decorator = (Story, { loaded, parameters, globals }) => {
  const { theme = 'light', dir, width = 480, storage, accent, language, config } = pageOf(parameters, globals);
  const service = serviceOf({ loaded });
  const issuer = loaded.issuer as InPageIssuer | undefined;
  const settings = {
    ...service.settings,
    timeoutMs: dayMs, // what is shown as under way stays so
    ...(issuer && { fetch: issuer.beside(service.settings.fetch) }),
    ...(language && { language }),
  };
  const page: CSSProperties & { '--latchkey-accent'?: string } = {
    ...(accent !== undefined && { '--latchkey-accent': accent }),
    boxSizing: 'border-box',
    display: 'grid',
    placeItems: 'center',
    inlineSize: width,
    padding: width < 400 ? 12 : 40,
    colorScheme: theme,
    background: 'light-dark(#f5f6fa, #0d0f14)',
    color: 'light-dark(#12151d, #f1f3f8)',
  };
  const drawn = (
    <div data-theme={theme} dir={dir} style={page}>
      <Story />
    </div>
  );
  if (loaded.client) return <LatchkeyProvider client={loaded.client as Client}>{drawn}</LatchkeyProvider>;
  return (
    <LatchkeyProvider
      settings={storage === 'blocked' ? { ...settings, keys: memoryKeyStore() } : settings}
      config={(loaded.known as ProxyWalletKitConfigResponse | false) || undefined}
      getCaptchaToken={config?.captchaEnabled ? turnstileToken() : undefined}
    >
      {drawn}
    </LatchkeyProvider>
  );
};

const dayMs = 86_400_000;

/** What the story asks for, where the toolbar says nothing else. */
function pageOf(parameters: PageParameters, { theme, dir, language, width }: Record<string, string>): PageParameters {
  return {
    ...parameters,
    ...(theme && { theme: theme as 'light' | 'dark' }),
    ...(dir === 'rtl' && { dir }),
    ...(language && { language }),
    ...(width && { width: Number(width) }),
  };
}

/** The real time, which a story may push forward. */
function runningClock(): TestClock {
  let aheadMs = 0;
  return Object.assign(() => Date.now() + aheadMs, {
    advanceMs: (ms: number) => {
      aheadMs += ms;
    },
  });
}
