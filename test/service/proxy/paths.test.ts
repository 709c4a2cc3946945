import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { requests } from '../../support/examples/proxy.js';
import { reasonOf, seen } from '../../support/seen.js';
import { post } from '../../support/wire.js';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

const body = JSON.stringify(requests.proxyOtpInit);
const call = async (path: string, headers: Record<string, string> = {}, sent = body) =>
  seen(
    await post(service, path, sent, {
      'X-Auth-Proxy-Config-Id': service.authProxyConfigId,
      Origin: 'https://app.example.com',
      ...headers,
    }),
  );

test('T-06, A-07: a path that is not exactly that of a call is no path', async () => {
  for (const path of [
    ...['//v1/otp_init', '///v1/otp_init', '/v1//otp_init', '/v1/otp_init/', '/v1/otp_init//', '/v1/otp_init/.x'],
    ...['/v1%2fotp_init', '/v1%2Fotp_init', '/%76%31/otp_init', '/v1/%6ftp_init', '/v1/otp%5finit', '/v1/otp_init%00'],
    ...[
      '/v1/otp_init;a=b',
      '/v1;a=b/otp_init',
      '/v1/otp_init%3f',
      '/v1/otp_init%23',
      '/v1/otp_init%20',
      '/v1/otp_init.',
    ],
    ...['/V1/otp_init', '/v1/OTP_INIT', '/v1/otp_Init', '/v1/otp_init.json', '/v1/otp-init', '/v1', '/v1/', '/'],
    ...[
      '/v2/otp_init',
      '/otp_init',
      '/v1/otp_init_v9',
      '/v1/v1/otp_init',
      '/x/v1/otp_init',
      '/v1/otp_init/v1/otp_init',
    ],
    ...['/v1/constructor', '/v1/__proto__', '/v1/toString', '/%2e%2e%2fv1/otp_init', '/v1/..%2fv1/otp_init'],
    ...['/public/v1/otp_init', '/public/v1/submit/otp_init', '/v1/init_otp', '/v1/submit/init_otp', '/dev/inbox'],
  ]) {
    const refusal = await call(path);
    expect(refusal.status, path).toBe(404);
    expect(reasonOf(refusal)).toBe('ROUTE_NOT_FOUND');
  }
  expect(await service.service.deliver()).toBe(0);
});

test('T-06: a path that is the same after the normal reading of a URL meets the same handler and the same limits', async () => {
  const same = ['/v1/./otp_init', '/v1/x/../otp_init', '\\v1\\otp_init', '/v1/otp_init?x=1', '/public/../v1/otp_init'];
  const answers = [];
  for (const path of same) answers.push(await call(path));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect((await call('/v1/otp_init#x')).status).toBe(429);
});

test('T-06: a header that names another method or path is inert', async () => {
  for (const headers of [
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'X-HTTP-Method': 'GET', 'X-Method-Override': 'OPTIONS' },
    { 'X-Original-URL': '/v1/signup', 'X-Rewrite-URL': '/v1/signup' },
  ]) {
    expect((await call('/v1/otp_init', headers)).status).toBe(200);
  }
  const request = new Request('https://latchkey.test/v1/otp_init', { headers: { 'X-HTTP-Method-Override': 'POST' } });
  expect((await service.service.fetch(request)).status).toBe(405);
});

test('public clients that request further parameters before they start get an empty answer', async () => {
  const answer = await call('/v1/wallet_kit_client_params', {}, '');
  expect([answer.status, JSON.parse(answer.body)]).toEqual([200, {}]);
});
