import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../../src/contract/authProxy.queries.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { isAllowedOrigin, isSerializedOrigin, isWellFormedOrigin } from '../../../src/service/configuration/origin.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { everyCall, requests } from '../../support/examples/proxy.js';
import { hostileOrigins, listed } from '../../support/hostileOrigins.js';
import { rootOf } from '../../support/parties.js';
import { reasonOf, seen } from '../../support/seen.js';
import { ask, callProxy, post } from '../../support/wire.js';

let service: TestService;
let log: string[];
beforeEach(async () => {
  log = [];
  // Refused origins count as requests of their address.
  const config = { requestsPerAddress: { most: 10_000, windowSeconds: 60 } };
  service = await createTestService({ config, log: (event) => log.push(event) });
});
afterEach(() => service.close());

const call = (path: string, body: string, headers: Record<string, string>) =>
  post(service, path, body, { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, ...headers });

describe('T-01 hostile origins', () => {
  test('T-01, A-02: more than two hundred of them, at every call, are refused alike, unread by the page and without any work', async () => {
    await service.configure({ allowedOrigins: [listed] });
    const before = await contentsOf(service.service.tools.store);
    const answers = new Set<string>();
    for (const origin of hostileOrigins) {
      for (const { path, body } of everyCall) {
        answers.add(JSON.stringify(await seen(await call(path, body, { origin }))));
      }
    }
    expect(hostileOrigins.length).toBeGreaterThanOrEqual(200);
    expect(everyCall).toHaveLength(13);
    const [only, ...others] = [...answers].map((answer) => JSON.parse(answer));
    expect(others).toEqual([]);
    expect(only.status).toBe(403);
    expect(reasonOf(only)).toBe('ORIGIN_NOT_ALLOWED');
    expect(Object.keys(only.headers).filter((name) => name.startsWith('access-control-allow'))).toEqual([]);
    expect(await service.service.deliver()).toBe(0);
    expect(service.inbox.list()).toEqual([]);
    expect(await contentsOf(service.service.tools.store)).toEqual(before);
  });

  test('T-01: a listed origin passes, and is returned by its own name', async () => {
    await service.configure({ allowedOrigins: ['https://other.example.com', listed] });
    for (const { path, body } of everyCall) {
      const { headers, ...answer } = await seen(await call(path, body, { origin: listed }));
      expect(reasonOf({ headers, ...answer })).not.toBe('ORIGIN_NOT_ALLOWED');
      expect(headers['access-control-allow-origin']).toBe(listed);
    }
  });

  test('T-01: with the list *, any well-formed origin passes and reads *, never its own name', async () => {
    for (const origin of ['https://evil.io', 'null', 'chrome-extension://abcdefghijklmnopabcdefghijklmnop']) {
      const { status, headers } = await seen(await call('/v1/wallet_kit_config', '', { origin }));
      expect(status).toBe(200);
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    const malformed = await seen(await call('/v1/wallet_kit_config', '', { origin: 'https://evil.io/path' }));
    expect(reasonOf(malformed)).toBe('ORIGIN_NOT_ALLOWED');
  });

  test('T-01: a refused origin is logged, cut to a length that fits a line', async () => {
    const facts: unknown[] = [];
    const other = await createTestService({ log: (_event, more) => facts.push(more) });
    await other.configure({ allowedOrigins: [listed] });
    await post(other, '/v1/otp_init', '{}', {
      'X-Auth-Proxy-Config-Id': other.authProxyConfigId,
      origin: `https://${'a.'.repeat(3000)}io`,
    });
    const { origin } = facts.at(-1) as { origin: string };
    expect(origin.length).toBe(200);
    await other.close();
  });

  test('an origin is compared as a whole, byte for byte', () => {
    const rule = { allowedOrigins: [listed], allowNativeClients: true };
    expect(isAllowedOrigin(listed, rule)).toBe(true);
    expect(hostileOrigins.filter((origin) => isAllowedOrigin(origin, rule))).toEqual([]);
    expect(hostileOrigins.filter((origin) => origin !== 'null' && isWellFormedOrigin(origin)).length).toBeGreaterThan(
      30,
    );
  });
});

describe('T-02 entries of the list', () => {
  const bad = [
    ...['https://*.example.com', 'https://*', '**', '*.example.com', 'null', '', ' ', 'app.example.com', '//x.com'],
    ...['https://app.example.com/', 'https://app.example.com/path', 'https://app.example.com?x', 'https://x.com#'],
    ...[
      'https://u:p@app.example.com',
      'https://@app.example.com',
      'HTTPS://app.example.com',
      'https://App.example.com',
    ],
    ...['https://app.example.com:443', 'http://app.example.com:80', 'https://app.example.com:', ' https://x.com'],
    ...['https://x.com ', 'https://x.com\t', 'https://x.com,https://y.com', 'https://bücher.example', 'ftp://x.com'],
    ...[
      'file://',
      'javascript:alert(1)',
      'data:,',
      'blob:https://x.com',
      'https://x.com\\',
      'https://1',
      'https://x%2ecom',
    ],
  ];

  test.each(bad)('T-02: %j is refused, and nothing is changed', async (entry) => {
    for (const allowedOrigins of [[entry], [listed, entry]]) {
      await expect(service.configure({ allowedOrigins })).rejects.toThrow('PROXY_CONFIG_INVALID');
    }
    const root = await rootOf(service);
    const { authProxyConfig } = await ask<{ authProxyConfig: { allowedOrigins: string[] } }>(
      service,
      root.key,
      getAuthProxyConfig,
      { organizationId: service.organizationId },
    );
    expect(authProxyConfig.allowedOrigins).toEqual(['*']);
  });

  test('T-02: exact origins are taken, http and ports too', async () => {
    const exact = [
      listed,
      'http://localhost:3000',
      'http://127.0.0.1',
      'http://[::1]:5173',
      'https://xn--bcher-kva.example',
    ];
    await service.configure({ allowedOrigins: exact });
    expect(exact.filter(isSerializedOrigin)).toEqual(exact);
    await expect(service.asRoot(updateAuthProxyConfig, { allowedOrigins: [] })).rejects.toThrow('REQUEST_INVALID');
  });

  test('T-02: * stands alone, and is logged', async () => {
    await service.configure({ allowedOrigins: [listed] });
    expect(log).not.toContain('auth proxy open to every origin');
    await expect(service.configure({ allowedOrigins: ['*', listed] })).rejects.toThrow('PROXY_CONFIG_INVALID');
    await service.configure({ allowedOrigins: ['*'] });
    expect(log).toContain('auth proxy open to every origin');
  });
});

describe('T-03 a request without an Origin', () => {
  test('T-03: is refused if the list is not *, whatever else it claims', async () => {
    await service.configure({ allowedOrigins: [listed] });
    for (const headers of [
      {},
      { Referer: `${listed}/login` },
      { 'X-Forwarded-Host': 'app.example.com', 'X-Forwarded-Proto': 'https' },
      { Forwarded: 'host=app.example.com;proto=https', Host: 'app.example.com' },
      { 'X-Origin': listed, 'Sec-Fetch-Site': 'same-origin' },
      { Origin: '' },
    ]) {
      const refusal = await seen(await call('/v1/otp_init', JSON.stringify(requests.proxyOtpInit), headers));
      expect(reasonOf(refusal)).toBe('ORIGIN_NOT_ALLOWED');
    }
    expect(await service.service.deliver()).toBe(0);
  });

  test('T-03: passes where the configuration allows native clients, and nobody else does', async () => {
    await service.configure({ allowedOrigins: [listed], allowNativeClients: true });
    await expect(callProxy(service, proxyOtpInit, requests.proxyOtpInit)).resolves.toHaveProperty('otpId');
    for (const Origin of ['null', 'https://evil.io']) {
      await expect(callProxy(service, proxyOtpInit, requests.proxyOtpInit, { Origin })).rejects.toMatchObject({
        code: 'ORIGIN_NOT_ALLOWED',
      });
    }
  });
});
