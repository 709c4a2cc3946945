import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { everyCall, requests } from '../../support/examples/proxy.js';
import { listed } from '../../support/hostileOrigins.js';
import { reasonOf, type Seen, seen } from '../../support/seen.js';
import { post } from '../../support/wire.js';

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ config: { allowedOrigins: [listed] } });
});
afterAll(() => service.close());

const otpInit = JSON.stringify(requests.proxyOtpInit);
const call = async (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  seen(
    await post(service, path, body, {
      'X-Auth-Proxy-Config-Id': service.authProxyConfigId,
      Origin: listed,
      ...headers,
    }),
  );

/** The preflight request of a browser. */
async function preflight(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const requestBody = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-auth-proxy-config-id',
  };
  const url = `https://latchkey.test${path}`;
  return seen(
    await service.service.fetch(new Request(url, { method: 'OPTIONS', headers: { ...requestBody, ...headers } })),
  );
}

test('T-04: a preflight is answered alike for every well-formed origin, path and configuration, and grants nothing', async () => {
  const before = await contentsOf(service.service.tools.store);
  const expected = {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Content-Type, X-Auth-Proxy-Config-ID, X-Captcha-Token, X-Client-Version',
      'access-control-max-age': '600',
      vary: 'Origin',
    },
    body: '',
  };
  for (const origin of [listed, 'https://evil.io', 'null', 'capacitor://localhost']) {
    for (const { path } of [...everyCall, { path: '/v1/unknown' }]) {
      expect(await preflight(path, { Origin: origin })).toEqual(expected);
      const disabled = { 'X-Auth-Proxy-Config-Id': '0b6ee8c4-1b8e-4a3c-9d0e-5f6a7b8c9d0e' };
      expect(await preflight(path, { Origin: origin, ...disabled })).toEqual(expected);
    }
  }
  expect(reasonOf(await call('/v1/otp_init', otpInit, { Origin: 'https://evil.io' }))).toBe('ORIGIN_NOT_ALLOWED');
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
});

test('T-04: a preflight without a well-formed origin is no preflight', async () => {
  for (const headers of [{}, { Origin: 'https://evil.io/path' }, { Origin: 'a, b' }]) {
    expect((await preflight('/v1/otp_init', headers)).headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('T-04: every answer varies by origin, shows the date and the wait, and never allows credentials', async () => {
  const answers = [
    await call('/v1/wallet_kit_config', ''),
    await call('/v1/otp_verify', '{}'),
    await call('/v1/otp_init', otpInit, { Origin: 'https://evil.io' }),
    await call('/v1/otp_init', otpInit, { 'X-Auth-Proxy-Config-Id': 'none' }),
    await call('/v1/nowhere', '{}'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 403, 404, 404]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      vary: 'Origin',
      'access-control-expose-headers': 'Date, Retry-After',
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
    expect(headers).not.toHaveProperty('set-cookie');
  }
});

test('T-04: no method but POST is served', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const response = await service.service.fetch(
      new Request('https://latchkey.test/v1/otp_init', {
        method,
        headers: { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, Origin: listed },
      }),
    );
    expect(response.status).toBe(405);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  }
});

test('T-04: what a page may send without a preflight is refused as 415, and does nothing', async () => {
  const before = await contentsOf(service.service.tools.store);
  for (const type of [
    ...['text/plain', 'text/plain; charset=utf-8', 'text/plain;application/json', 'text/html', 'text/json', ''],
    ...['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/octet-stream'],
    ...['application/json, text/plain', 'application/jsonp', 'application/json-patch+json', 'x/application/json'],
    ...['application/json; charset=utf-16', 'application/json; charset=latin1', 'application/json; boundary=x'],
  ]) {
    const refusal = await call('/v1/otp_init', otpInit, { 'Content-Type': type });
    expect(refusal.status, type).toBe(415);
    expect(reasonOf(refusal)).toBe('CONTENT_TYPE_UNSUPPORTED');
  }
  const zipped = new Uint8Array(gzipSync(otpInit));
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
    expect((await call('/v1/otp_init', zipped, { 'Content-Encoding': encoding })).status).toBe(415);
  }
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
});

test('JSON is taken in either case of its name, with its charset or without', async () => {
  for (const type of ['application/json', 'Application/JSON', 'application/json;charset=UTF-8']) {
    expect((await call('/v1/wallet_kit_config', '{}', { 'Content-Type': type })).status).toBe(200);
  }
});

test('an absent body is {}', async () => {
  const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, Origin: listed };
  const request = (path: string) =>
    service.service.fetch(new Request(`https://latchkey.test${path}`, { method: 'POST', headers }));
  const absent = await seen(await request('/v1/wallet_kit_config'));
  expect(absent).toEqual(await call('/v1/wallet_kit_config', '{}'));
  expect(absent.status).toBe(200);
  expect(await seen(await request('/v1/otp_init'))).toEqual(await call('/v1/otp_init', '{}'));
});

test('unknown members of a request are named, and anything but strict JSON is refused', async () => {
  const unknown = await call('/v1/otp_init', JSON.stringify({ ...requests.proxyOtpInit, appName: 'Evil' }));
  expect(unknown.status).toBe(400);
  expect(JSON.parse(unknown.body).details.at(-1).fieldViolations).toEqual([
    { field: 'appName', description: 'is not a member of this request' },
  ]);
  for (const body of [
    ...['[]', 'null', '1', '"x"', '{', '{}{}', '{"otpType":1,"otpType":2}', '{"__proto__":{}}', '\ufeff{}'],
    ...['{"contact":"\\u0000"}', '{"contact":"\\ud800"}', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ]) {
    expect(reasonOf(await call('/v1/otp_init', body)), body).toBe('REQUEST_MALFORMED');
  }
  const large = JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact: 'a'.repeat(1_048_577) });
  expect((await call('/v1/otp_init', large)).status).toBe(413);
});
