import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, type Rolldown } from 'vite';
import { onTestFinished } from 'vitest';
import { createExampleOauth2, type ExampleOauth2Settings } from '../../../scripts/exampleOauth2.js';
import type { AuthProxyConfigChanges } from '../../../src/contract/authProxy.records.js';
import { createOauth2Credential } from '../../../src/contract/oauth2.js';
import { sealClientSecret } from '../../../src/crypto/clientSecret.js';
import { createExampleId, type ExampleIdSettings } from '../../../src/service/node/exampleId/createExampleId.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { loopback } from '../../../src/service/node/openPort.js';
import type { Outbound } from '../../../src/service/outbound.js';
import { oidcProvider } from '../../support/oidcProvider.js';
import { type OnAPort, serviceOnAPort } from '../../support/onAPort.js';

/** An app under a strict policy with the real service, and a provider on another site: `127.0.0.1` instead of `localhost`. */
export type OauthPlace = {
  readonly url: string;
  readonly service: OnAPort;
  /** Of the provider. */
  readonly issuer: string;
  readonly violations: readonly string[];
  readonly advanceMs: (ms: number) => void;
  /** Answers in the provider's place; `undefined` leaves it to the provider. */
  readonly instead: { answer: Instead | undefined };
  /** X- and Discord-shaped providers of that other site. */
  readonly oauth2: { fault: ExampleOauth2Settings['fault'] };
  /** Restarts the provider with other keys, and without its sessions. */
  readonly renewProvider: () => void;
};

/** @returns whether it has answered, or will */
export type Instead = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean | Promise<boolean>;

export type PlaceOptions = {
  /** The app's Cross-Origin-Opener-Policy. */
  readonly openerPolicy?: string;
  /** The page at the redirect URL: by default a page with the ready-made script, or a route of the app. */
  readonly atCallback?: 'callback' | 'page';
  /** The redirect URL at Example ID; by default this app's. */
  readonly knownToExampleId?: readonly string[];
  /** How the service sends requests to other servers; by default as in development. */
  readonly outbound?: Outbound;
  /** Of the configuration, beside what the example providers need. */
  readonly oauthClientIds?: NonNullable<AuthProxyConfigChanges['oauthClientIds']>;
  /** Further hosts that the page may connect to. */
  readonly connectTo?: string;
};

/** The scripts of the app and of its callback page, built as an app's bundler builds them. */
export async function buildOauthPages(): Promise<Map<string, string>> {
  const root = join(import.meta.dirname, '../../..');
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // it is `test` here, and React would be built for development
  try {
    const built = (await build({
      root,
      configFile: false,
      mode: 'production',
      logLevel: 'error',
      resolve: { alias: [{ find: 'latchkey/callback', replacement: join(root, 'src/callback.ts') }] },
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: { page: join(import.meta.dirname, 'oauthPage.tsx'), callback: join(root, 'demo/oauthCallback.ts') },
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    })) as Rolldown.RolldownOutput;
    return new Map(built.output.flatMap((file) => (file.type === 'chunk' ? [[`/${file.fileName}`, file.code]] : [])));
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}

export async function openOauthPlace(
  scripts: ReadonlyMap<string, string>,
  {
    openerPolicy,
    atCallback = 'callback',
    knownToExampleId,
    oauthClientIds = {},
    connectTo = '',
    ...options
  }: PlaceOptions = {},
): Promise<OauthPlace> {
  let offsetMs = 0;
  const advanceMs = (ms: number) => {
    offsetMs += ms;
  };
  const clock = Object.assign(() => Date.now() + offsetMs, { advanceMs });
  const violations: string[] = [];
  const instead: OauthPlace['instead'] = { answer: undefined };
  let exampleId = (_: IncomingMessage, outgoing: ServerResponse): void => void outgoing.writeHead(503).end();
  const provider = createServer(async (incoming, outgoing) => {
    if (incoming.url?.startsWith('/oauth2/')) exampleOauth2.answer(incoming, outgoing);
    else if (!(await instead.answer?.(incoming, outgoing))) exampleId(incoming, outgoing);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;

  const oauth2: OauthPlace['oauth2'] = { fault: undefined };
  const redirectUrls: string[] = [];
  const app = { clientId: 'latchkey-demo', clientSecret: 'client secret' };
  const exampleOauth2 = createExampleOauth2({
    ...app,
    url: `${issuer}/oauth2`,
    redirectUrls,
    fault: async (...step) => (await oauth2.fault?.(...step)) ?? false,
  });

  const request = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    const script = scripts.get(pathname);
    if (script !== undefined) outgoing.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    else if (pathname === '/csp-report') {
      violations.push(await text(incoming));
      outgoing.writeHead(204).end();
    } else if (pathname === '/settings.json') {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' });
      outgoing.end(JSON.stringify({ authProxyConfigId: service.authProxyConfigId }));
    } else if (pathname === '/' || pathname === '/callback') {
      const nonce = randomBytes(16).toString('base64url');
      outgoing.setHeader('Content-Security-Policy', strictPolicy(nonce, `${issuer} ${connectTo}`));
      if (openerPolicy) outgoing.setHeader('Cross-Origin-Opener-Policy', openerPolicy);
      outgoing.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
      outgoing.end(pageOf(pathname === '/' ? 'page' : atCallback, nonce));
    } else outgoing.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
  };
  const service = await serviceOnAPort(
    {
      clock,
      outbound: options.outbound ?? guardedOutbound('public and loopback'),
      publicUrl: 'https://latchkey.test',
      oauth2Endpoints: exampleOauth2.endpoints,
    },
    { hosts: loopback, beside: [{ request: (incoming, outgoing) => void request(incoming, outgoing) }] },
  );
  const url = `http://localhost:${service.port}`;
  redirectUrls.push(`${url}/callback`);
  const settings: ExampleIdSettings = { issuer, redirectUrls: knownToExampleId ?? redirectUrls };
  const renewProvider = () => {
    exampleId = createExampleId(oidcProvider(), settings).answer;
  };
  renewProvider();
  await service.configure({
    oidcIssuers: [{ id: 'example', issuer, clientIds: ['latchkey-demo'], label: 'Example ID' }],
    oauthRedirectUrls: redirectUrls,
    oauthClientIds,
  });
  const encryptedClientSecret = await sealClientSecret(app.clientSecret, service.trust.tlsFetcherEncryptPublicKey);
  for (const provider of ['OAUTH2_PROVIDER_X', 'OAUTH2_PROVIDER_DISCORD'] as const)
    await service.asRoot(createOauth2Credential, { provider, clientId: app.clientId, encryptedClientSecret });
  onTestFinished(async () => {
    await service.close();
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
  });
  return { url, service, issuer, violations, advanceMs, instead, oauth2, renewProvider };
}

/** @see CSP Level 3; Trusted Types, 4.2 */
const strictPolicy = (nonce: string, issuer: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${issuer}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'report-uri /csp-report',
  ].join('; ');

const pageOf = (script: string, nonce: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title>
   <body><div id="root"></div><p id="status" role="status"></p><script type="module" nonce="${nonce}" src="/${script}.js"></script></body></html>`;
