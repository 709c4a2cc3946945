import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticators } from '../../../src/contract/authenticators.js';
import { disableAuthProxy, enableAuthProxy } from '../../../src/contract/authProxy.js';
import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import type { Fetch } from '../../../src/service/node/answer.js';
import { answering } from '../../../src/service/node/answer.js';
import { type DashboardFiles, noFiles } from '../../../src/service/node/dashboard/dashboardFiles.js';
import { dashboardFetch } from '../../../src/service/node/dashboard/dashboardPort.js';
import { readServeEnvironment } from '../../../src/service/node/environment.js';
import { freshSecrets } from '../../../src/service/node/freshSecrets.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import {
  absentId,
  codeOf,
  done,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  rootOf,
} from '../../support/parties.js';
import { createPasskey } from '../../support/passkey.js';
import { databases } from '../../support/stores.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { envelope } from '../../support/wire.js';
import { builtProgram, run, start } from './program.js';

const url = 'https://dashboard.example.com';
const app = 'https://app.example.com';
const { path: configPath } = proxyWalletKitConfig;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let other: Party;
  let port: Fetch;
  beforeAll(async () => {
    service = await createTestService({ store: await open(), dashboardUrl: url });
    root = await rootOf(service);
    port = await portOf(root.organizationId);
    other = await makeOtherParent(service);
    await service.configure({ allowedOrigins: [app] });
  });
  afterAll(() => service.close());

  const portOf = async (organizationId?: string, files: DashboardFiles = noFiles): Promise<Fetch> => {
    const fetch = await dashboardFetch(service.service, { url, organizationId }, files);
    const answer = answering(fetch, { log: () => {}, onAnswered: () => {}, answerMs: 60_000 });
    return (request, connection) => answer(request, connection, 'id');
  };
  const from = { clientAddress: '192.0.2.7' };
  const get = (path: string, fetch = port) => fetch(new Request(url + path), from);
  const configIdOf = async ({ organizationId }: Party) =>
    (await (await get('/dashboard.json', await portOf(organizationId))).json()).authProxyConfigId as string;
  const askConfig = async (origin: string, configId: string, fetch: Fetch = port) =>
    fetch(
      new Request(url + configPath, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': configId },
        body: '{}',
      }),
      from,
    );

  test('the page learns its organization, the configuration and the keys to pin, and pages of others do not', async () => {
    const answer = await get('/dashboard.json');
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(await answer.json()).toEqual({
      organizationId: root.organizationId,
      authProxyConfigId: service.authProxyConfigId,
      trust: { ...service.trust, attestationRoot: await service.attestationRoot() },
    });
    const { db } = service.service.tools.store;
    const { organizationId } = await makeOtherParent(service);
    await db.deleteFrom('auth_proxy_configs').where('organization_id', '=', organizationId).execute();
    const without = await get('/dashboard.json', await portOf(organizationId));
    expect(await without.json()).toMatchObject({ organizationId, authProxyConfigId: null });
  });

  test('everything else is answered by files, or by the refusal of a path that is not there', async () => {
    const files: DashboardFiles = (request) =>
      new URL(request.url).pathname === '/' ? new Response('<!doctype html>') : undefined;
    const withFiles = await portOf(root.organizationId, files);
    expect(await (await get('/', withFiles)).text()).toBe('<!doctype html>');
    for (const path of ['/other.js', '/dev/config', '/metrics', '/public/other'])
      expect(await codeOf(await get(path, withFiles))).toBe('ROUTE_NOT_FOUND');
    expect(await codeOf(await get('/'))).toBe('ROUTE_NOT_FOUND');
    const posted = await port(new Request(`${url}/dashboard.json`, { method: 'POST' }), from);
    expect(await codeOf(posted)).toBe('ROUTE_NOT_FOUND');
    expect(await codeOf(await service.service.fetch(new Request(`${url}/dashboard.json`)))).toBe('ROUTE_NOT_FOUND');
  });

  test('T-01 the page’s origin is on the list at this port alone, and of its own organization’s configuration alone', async () => {
    const own = service.authProxyConfigId;
    const others = await configIdOf(other);
    const allowed = await askConfig(url, own);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('Access-Control-Allow-Origin')).toBe(url);
    expect((await askConfig(app, own)).status).toBe(200);
    expect(await codeOf(await askConfig(url, own, service.service.fetch))).toBe('ORIGIN_NOT_ALLOWED');
    for (const origin of ['https://evil.example', `${url}:8443`, 'http://dashboard.example.com', 'null'])
      expect(await codeOf(await askConfig(origin, own))).toBe('ORIGIN_NOT_ALLOWED');
    const theirs = await portOf(other.organizationId);
    expect(await codeOf(await askConfig(url, own, theirs))).toBe('ORIGIN_NOT_ALLOWED');
    // Every page may ask what allows every page.
    expect((await askConfig(url, others)).headers.get('Access-Control-Allow-Origin')).toBe('*');
    const native = new Request(url + configPath, { method: 'POST', headers: { 'X-Auth-Proxy-Config-Id': own } });
    expect(await codeOf(await port(native, from))).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('an operator logs in by passkey, with the auth proxy off', async () => {
    const { organizationId, userId } = root;
    const passkey = await createPasskey({ origin: url });
    await done(service, root, createAuthenticators, { userId, authenticators: [await passkey.register()] });
    await done(service, root, disableAuthProxy, {});
    service.clock.advanceMs(1);
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, organizationId, { publicKey, expirationSeconds: '3600' });
    const headers = { Origin: url, 'Content-Type': 'application/json', ...(await passkey.stamp(body)) };
    const login = await port(new Request(url + stampLogin.path, { method: 'POST', headers, body }), from);
    expect(await login.json()).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED' } });
    await done(service, root, enableAuthProxy, {});
  });

  test('whose dashboard it is has to be known', async () => {
    const code = 'DASHBOARD_ORGANIZATION_UNKNOWN';
    await expect(portOf()).rejects.toMatchObject({ code, message: expect.stringContaining(other.organizationId) });
    const { organizationId: below } = await makeSubOrganization(service);
    for (const id of [absentId, below]) await expect(portOf(id)).rejects.toMatchObject({ code });
  });
});

const { masterKey, codePepper, proxyKey, rootApiKey } = await freshSecrets();
const served = {
  LATCHKEY_MASTER_KEY: masterKey,
  LATCHKEY_CODE_PEPPER: codePepper,
  LATCHKEY_PROXY_KEY: proxyKey,
  LATCHKEY_DATA: temporaryFolder(),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'codes@latchkey.example',
  PORT: '0',
};
const dashboard = { DASHBOARD: '1', DASHBOARD_URL: url };

describe('the variables', () => {
  test('the dashboard is off unless it is asked for, and on the port after PORT', () => {
    expect(readServeEnvironment(served).dashboard).toBeUndefined();
    expect(readServeEnvironment({ ...served, DASHBOARD_URL: url })).toMatchObject({ dashboardUrl: url });
    expect(readServeEnvironment({ ...served, DASHBOARD_URL: url }).dashboard).toBeUndefined();
    const on = (more: object) => readServeEnvironment({ ...served, ...dashboard, ...more }).dashboard;
    expect(on({ PORT: '4500' })).toEqual({ url, port: 4501, organizationId: undefined });
    expect(on({})).toMatchObject({ port: 0 });
    expect(on({ DASHBOARD_PORT: '8080', DASHBOARD_ORGANIZATION_ID: absentId })).toMatchObject({
      port: 8080,
      organizationId: absentId,
    });
    expect(on({ DASHBOARD_URL: 'http://localhost:4501' })).toMatchObject({ url: 'http://localhost:4501' });
  });

  test.each([
    [{ DASHBOARD: '1' }, 'DASHBOARD_URL is missing'],
    [{ ...dashboard, DASHBOARD: 'yes' }, 'DASHBOARD must be 1'],
    [{ ...dashboard, DASHBOARD_URL: 'http://dashboard.example.com' }, 'DASHBOARD_URL must be an https origin'],
    [{ ...dashboard, DASHBOARD_URL: `${url}/operators` }, 'DASHBOARD_URL must be an https origin'],
    [{ ...dashboard, DASHBOARD_PORT: '99999' }, 'DASHBOARD_PORT must be a port number'],
    [{ ...dashboard, PORT: '65535' }, 'DASHBOARD_PORT is missing'],
    [{ ...dashboard, DASHBOARD_ORGANIZATION_ID: 'Acme' }, 'DASHBOARD_ORGANIZATION_ID must be the id'],
  ])('%j is refused', (more, message) => {
    expect(() => readServeEnvironment({ ...served, ...more })).toThrow(message);
  });
});

describe('the program', () => {
  builtProgram();
  const init = async (name: string) =>
    JSON.parse((await run(['init', '--name', name, '--root-public-key', rootApiKey.publicKey], served)).stdout);

  test('answers the dashboard on a port of its own, and nothing of it on the public one', async () => {
    const { organizationId, authProxyConfigId } = await init('Acme');
    const program = start(['serve'], { ...served, ...dashboard });
    const places = JSON.parse((await program.line(/"event":"listening"/)).input);
    const config = await (await fetch(`${places.dashboard}/dashboard.json`)).json();
    expect(config).toMatchObject({ organizationId, authProxyConfigId });
    expect((await fetch(`${places.dashboard}/`)).status).toBe(404);
    expect((await fetch(`${places.url}/dashboard.json`)).status).toBe(404);
    const whoami = await fetch(`${places.dashboard}/public/v1/query/whoami`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ organizationId }),
    });
    expect(await codeOf(whoami)).not.toBe('ROUTE_NOT_FOUND');
    const { port } = new URL(places.dashboard);
    const busy = await run(['serve'], { ...served, ...dashboard, DASHBOARD_PORT: port });
    expect(busy).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Port \d+ is taken .* DASHBOARD_PORT/) });
    program.signal('SIGTERM');
    expect((await program.ended).code).toBe(0);
    expect((await run(['serve'], { ...served, DASHBOARD: '1' })).stderr).toContain('DASHBOARD_URL is missing');
  });

  test('does not start where it is unknown whose dashboard it is', async () => {
    await init('Acme');
    const { organizationId } = await init('Another');
    const refused = await run(['serve'], { ...served, ...dashboard });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('DASHBOARD_ORGANIZATION_ID') });
    const named = start(['serve'], { ...served, ...dashboard, DASHBOARD_ORGANIZATION_ID: organizationId });
    const { dashboard: at } = JSON.parse((await named.line(/"event":"listening"/)).input);
    expect(await (await fetch(`${at}/dashboard.json`)).json()).toMatchObject({ organizationId });
    named.signal('SIGTERM');
    expect((await named.ended).code).toBe(0);
  });
});
