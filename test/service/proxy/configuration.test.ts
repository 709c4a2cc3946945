import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../../src/contract/authProxy.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { everyCall } from '../../support/examples/proxy.js';
import { listed } from '../../support/hostileOrigins.js';
import { rootOf } from '../../support/parties.js';
import { reasonOf, type Seen, seen } from '../../support/seen.js';
import { ask, post, submit } from '../../support/wire.js';

let service: TestService;
let disabledId: string;
let tenantId: string;
beforeAll(async () => {
  service = await createTestService({ config: { allowedOrigins: [listed] } });
  const { tools } = service.service;
  const key = await createSigningKey();
  const disabled = await makeParent(tools, { name: 'Disabled', rootPublicKey: key.publicKey });
  await submit(service, key, disableAuthProxy, disabled.organizationId, {});
  disabledId = disabled.authProxyConfigId;
  const tenant = await makeParent(tools, { name: 'Tenant', rootPublicKey: (await createSigningKey()).publicKey });
  tenantId = tenant.authProxyConfigId;
});
afterAll(() => service.close());

const call = async (path: string, body: string, configId: string, origin: string = listed): Promise<Seen> =>
  seen(await post(service, path, body, { 'X-Auth-Proxy-Config-Id': configId, Origin: origin }));

test('T-05: unknown, malformed, absent and disabled configurations answer alike, at every call and from every origin', async () => {
  const before = await contentsOf(service.service.tools.store);
  const malformed = ['', ' ', 'x', '0', disabledId.toUpperCase(), `${disabledId} `, `{${disabledId}}`, "' or 1=1--"];
  const long = [disabledId.slice(1), `${disabledId},${disabledId}`, disabledId.replaceAll('-', ''), 'a'.repeat(9000)];
  const ids = [...malformed, ...long, ...Array.from({ length: 25 }, () => randomUUID())];
  for (const { path, body } of everyCall) {
    for (const origin of [listed, 'https://evil.io', 'null']) {
      const expected = await call(path, body, disabledId, origin);
      expect(expected.status).toBe(404);
      expect(reasonOf(expected)).toBe('PROXY_NOT_AVAILABLE');
      expect(expected.headers['access-control-allow-origin']).toBe('*');
      for (const id of ids) expect(await call(path, body, id, origin)).toEqual(expected);
    }
  }
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
});

test('T-05: a configuration that is switched off refuses every call from the next request on, and serves again once on', async () => {
  const answers = () => Promise.all(everyCall.map(({ path, body }) => call(path, body, service.authProxyConfigId)));
  await service.asRoot(disableAuthProxy, {});
  expect((await answers()).map(reasonOf)).toEqual(everyCall.map(() => 'PROXY_NOT_AVAILABLE'));
  service.clock.advanceMs(1);
  await service.asRoot(enableAuthProxy, {});
  expect((await answers()).map(reasonOf)).not.toContain('PROXY_NOT_AVAILABLE');
});

test('T-05: an id grants nothing by itself: each configuration has its own list, and its own organization', async () => {
  const key = await createSigningKey();
  const other = await makeParent(service.service.tools, { name: 'Other', rootPublicKey: key.publicKey });
  const config = () => call('/v1/wallet_kit_config', '', other.authProxyConfigId, 'https://evil.io');
  expect(JSON.parse((await config()).body).organizationId).toBe(other.organizationId);
  await submit(service, key, updateAuthProxyConfig, other.organizationId, {
    allowedOrigins: ['https://other.example'],
  });
  expect(reasonOf(await config())).toBe('ORIGIN_NOT_ALLOWED');
  expect(reasonOf(await call('/v1/wallet_kit_config', '', other.authProxyConfigId))).toBe('ORIGIN_NOT_ALLOWED');
  expect((await call('/v1/wallet_kit_config', '', service.authProxyConfigId)).status).toBe(200);
});

test('T-05: a configuration id is a random UUID of version 4', () => {
  for (const id of [service.authProxyConfigId, disabledId, tenantId]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('A-09, A-31: no request changes the next answer, whatever hosts and paths it claims', async () => {
  const before = await call('/v1/wallet_kit_config', '', service.authProxyConfigId);
  for (const headers of [
    { 'X-Forwarded-Host': 'evil.io', 'X-Forwarded-Prefix': '/evil', 'X-Original-URL': '/v1/otp_init' },
    { Host: 'evil.io', 'X-Rewrite-URL': '/v1/signup', 'X-Middleware-Subrequest': 'middleware' },
  ]) {
    const answer = await post(service, '/v1/wallet_kit_config', '', {
      'X-Auth-Proxy-Config-Id': service.authProxyConfigId,
      Origin: listed,
      ...headers,
    });
    expect(await seen(answer)).toEqual(before);
  }
  expect(await call('/v1/wallet_kit_config', '', service.authProxyConfigId)).toEqual(before);
});

test('the page of a configuration shows its values, as text, and only what works', async () => {
  await service.configure({ otpLength: 8, sessionExpirationSeconds: 1200, allowedAuthMethods: ['email', 'sms'] });
  const { body } = await call('/v1/wallet_kit_config', '', service.authProxyConfigId);
  expect(JSON.parse(body)).toEqual({
    enabledProviders: ['email', 'sms'],
    sessionExpirationSeconds: '1200',
    organizationId: service.organizationId,
    otpAlphanumeric: false,
    otpEncryption: true,
    otpLength: '8',
    otpExpirationSeconds: '300',
    deviceTokens: true,
    languages: ['en', 'de', 'fr', 'es', 'pt', 'ja', 'zh-Hans', 'ar'],
    appProofs: true,
  });
});

test('name and logo of the app are shown once the organization has given them', async () => {
  const brand = { appName: 'Acme', logoUrl: 'https://acme.example/logo.svg' };
  await service.configure({ emailCustomizationParams: brand });
  const { body } = await call('/v1/wallet_kit_config', '', service.authProxyConfigId);
  expect(JSON.parse(body)).toMatchObject(brand);
  await service.configure({ emailCustomizationParams: { logoUrl: '' } });
});

test('a change touches the members given and no others, and an empty text removes one', async () => {
  const read = async () => {
    const { key } = await rootOf(service);
    const { authProxyConfig } = await ask<{ authProxyConfig: Record<string, unknown> }>(
      service,
      key,
      getAuthProxyConfig,
      {
        organizationId: service.organizationId,
      },
    );
    const { updatedAt: _, revision: __, ...settings } = authProxyConfig;
    return settings;
  };
  const before = await read();
  await service.configure({
    sendFromEmailSenderName: 'Acme',
    emailCustomizationParams: { logoUrl: 'https://x.com/l.png' },
  });
  expect(await read()).toEqual({
    ...before,
    sendFromEmailSenderName: 'Acme',
    emailCustomizationParams: { ...(before.emailCustomizationParams as object), logoUrl: 'https://x.com/l.png' },
  });
  await service.configure({ sendFromEmailSenderName: 'x', emailCustomizationParams: { logoUrl: '' } });
  expect(await read()).toEqual({ ...before, sendFromEmailSenderName: 'x' });
});
