import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { proxyOtpInit, proxyOtpVerify, proxySignup } from '../../../src/contract/proxy.js';
import { proxyWalletKitClientParams, proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { proxyOtpInitV2, proxySignupV2 } from '../../../src/contract/proxyV2.js';
import type { ProxyRow } from '../../../src/contract/row.js';
import { proxyRows } from '../../../src/contract/rows.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { openCaptchaService, siteKey } from '../../support/captchaService.js';
import { apiKeyOf } from '../../support/parties.js';
import { refusedWith } from '../../support/refusedWith.js';
import { callProxy, signupRequest, wallet } from '../../support/wire.js';

const { clock, verifier, service, logged, reset, close } = await openCaptchaService();
beforeEach(() => reset());
afterAll(close);

let people = 0;
const contact = () => {
  people += 1;
  return `person${people}@example.com`;
};
const code = () => ({ otpType: 'OTP_TYPE_EMAIL', contact: contact() });
const person = async () => ({
  apiKeys: [apiKeyOf(await createSigningKey())],
  authenticators: [],
  oauthProviders: [],
  wallet,
});

/** Each call that needs a captcha, with a request that succeeds once it has one. */
const guarded: readonly (readonly [ProxyRow, () => object | Promise<object>])[] = [
  [proxyOtpInit, code],
  [proxyOtpInitV2, code],
  [proxySignup, person],
  [proxySignupV2, person],
];
const send = (row: ProxyRow, request: object, token?: string, clientAddress?: string) =>
  callProxy(service, row, request, token === undefined ? {} : { 'X-Captcha-Token': token }, clientAddress);

test('exactly the calls for which public kits send a captcha need one', () => {
  const rows = Object.values<ProxyRow>(proxyRows).filter(({ captcha }) => captcha);
  expect(new Set(rows)).toEqual(new Set(guarded.map(([row]) => row)));
});

test.each(guarded)('$name passes with a fresh token, once, and with nothing else', async (row, request) => {
  await refusedWith('CAPTCHA_REQUIRED', send(row, await request()));
  await refusedWith('CAPTCHA_REQUIRED', send(row, await request(), ''));
  for (const malformed of ['a b', '<script>', `0.${'a'.repeat(2047)}`, 'ü'])
    await refusedWith('CAPTCHA_REFUSED', send(row, await request(), malformed));
  expect(verifier.received, 'what cannot be a token is not shown to the verifier').toEqual([]);
  await refusedWith('CAPTCHA_REFUSED', send(row, await request(), 'XXXX.DUMMY.TOKEN.XXXX'));
  const token = verifier.solve();
  await send(row, await request(), token);
  await refusedWith('CAPTCHA_SPENT', send(row, await request(), token));
  const late = verifier.solve();
  clock.advanceMs(300_001);
  await refusedWith('CAPTCHA_SPENT', send(row, await request(), late));
});

test('the verifier gets the secret key, the token, a fresh idempotency key, and the client’s address if it is known', async () => {
  const token = verifier.solve();
  await send(proxyOtpInit, code(), token, '192.0.2.7');
  await send(proxyOtpInit, code(), verifier.solve(), '2001:db8:0:1::/64');
  const [first, second] = verifier.received;
  expect(first).toEqual({
    secret: verifier.secretKey,
    response: token,
    idempotency_key: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    remoteip: '192.0.2.7',
  });
  expect(second).not.toHaveProperty('remoteip');
  expect(second?.idempotency_key).not.toBe(first?.idempotency_key);
});

test('a sign-up with a lost answer can be repeated with the same captcha, but not another sign-up', async () => {
  const token = async () => {
    const key = await createSigningKey();
    const email = contact();
    const { otpId } = (await send(proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: email }, verifier.solve())) as {
      otpId: string;
    };
    await service.service.deliver();
    const typed = { otpId, otpCode: service.inbox.lastCode(email) ?? '', publicKey: key.publicKey };
    const { verificationToken } = (await send(proxyOtpVerify, typed)) as { verificationToken: string };
    return signupRequest(verificationToken, key);
  };
  const [ada, bob] = [await token(), await token()];
  const captcha = verifier.solve();
  const first = await send(proxySignup, ada, captcha);
  expect(await send(proxySignup, ada, captcha)).toEqual(first);
  await refusedWith('CAPTCHA_SPENT', send(proxySignup, bob, captcha));
});

test('a captcha is good for one sign-up with a made-up verification token, not for any number', async () => {
  const captcha = verifier.solve();
  const made = { ...(await person()), verificationToken: 'made.up.here' };
  await refusedWith('VERIFICATION_TOKEN_INVALID', send(proxySignup, made, captcha));
  await refusedWith('CAPTCHA_SPENT', send(proxySignup, made, captcha));
});

test.each<[string, (response: ServerResponse) => void]>([
  ['is down', (response) => response.destroy()],
  ['is in trouble', (response) => response.writeHead(503).end('{"success":true}')],
  ['asks for less', (response) => response.writeHead(429).end('{"success":true}')],
  ['sends people elsewhere', (response) => response.writeHead(302, { Location: '/' }).end()],
  ['answers no JSON', (response) => response.end('<html>')],
  ['says yes in other words', (response) => response.end('{"success":"true"}')],
  ['says yes with a status of no', (response) => response.writeHead(400).end('{"success":true}')],
  ['says no for no reason', (response) => response.end('{"success":false}')],
  ['failed itself', (response) => response.end('{"success":false,"error-codes":["internal-error"]}')],
  ['answers more than is read', (response) => response.end(`{"success":true,"a":"${'a'.repeat(300_000)}"}`)],
  [
    'does not know the secret key',
    (response) => response.end('{"success":false,"error-codes":["invalid-input-secret"]}'),
  ],
])('nobody passes while the verifier %s, and a line tells the operator', async (_, misbehave) => {
  verifier.misbehave = misbehave;
  const token = verifier.solve();
  for (const [row, request] of guarded) {
    const refusal = await refusedWith('CAPTCHA_UNAVAILABLE', send(row, await request(), token));
    expect(refusal.status).toBe(503);
  }
  expect(logged.filter((line) => line.includes('captcha not checked'))).toHaveLength(guarded.length);
  expect(logged.join()).not.toContain(token);
  expect(logged.join()).not.toContain(verifier.secretKey);
});

test('nobody passes while the verifier does not answer, and the wait has a limit', async () => {
  verifier.misbehave = () => {};
  await refusedWith('CAPTCHA_UNAVAILABLE', send(proxyOtpInit, code(), verifier.solve()));
});

test('a token of another host name or action is refused if the configuration lists the accepted ones', async () => {
  await service.configure({ turnstileHostnames: ['app.example.com'], turnstileActions: ['otp_init', 'signup'] });
  const here = { hostname: 'app.example.com', action: 'otp_init' };
  await send(proxyOtpInit, code(), verifier.solve(here));
  await send(proxyOtpInit, code(), verifier.solve({ ...here, hostname: 'APP.example.com' }));
  for (const elsewhere of [{ hostname: 'evil.example' }, { hostname: '' }, { action: 'comment' }, { action: '' }])
    await refusedWith('CAPTCHA_REFUSED', send(proxyOtpInit, code(), verifier.solve({ ...here, ...elsewhere })));
});

test('the site key is shown if captchas are enabled, and the header is ignored if they are not', async () => {
  expect(await send(proxyWalletKitClientParams, {})).toEqual({ turnstileSiteKey: siteKey });
  expect(await send(proxyWalletKitConfig, {})).toMatchObject({ turnstileSiteKey: siteKey });
  await service.configure({ captchaEnabled: false });
  expect(await send(proxyWalletKitClientParams, {})).toEqual({});
  expect(await send(proxyWalletKitConfig, {})).not.toHaveProperty('turnstileSiteKey');
  for (const [row, request] of guarded) {
    await send(row, await request());
    await send(row, await request(), 'anything at all');
  }
  expect(verifier.received).toEqual([]);
});

test('an address at its limit is refused before its captcha is verified', async () => {
  await service.configure({ refusalsPerAddress: { most: 3, windowSeconds: 60 } });
  const address = '192.0.2.99';
  for (let time = 0; time < 3; time += 1)
    await refusedWith('CAPTCHA_REFUSED', send(proxyOtpInit, code(), 'guess', address));
  const before = verifier.received.length;
  await refusedWith('TOO_MANY_REFUSALS', send(proxyOtpInit, code(), verifier.solve(), address));
  await service.configure({
    refusalsPerAddress: { most: 100, windowSeconds: 60 },
    requestsPerAddress: { most: 1, windowSeconds: 60 },
  });
  await refusedWith('TOO_MANY_REQUESTS', send(proxyOtpInit, code(), verifier.solve(), address));
  expect(verifier.received).toHaveLength(before);
  await service.configure({ requestsPerAddress: { most: 600, windowSeconds: 60 } });
});

test("Turnstile's test keys are answered without the network, and as Turnstile answers them", async () => {
  const offline = await createTestService();
  const ask = async (turnstileSecretKey: string) => {
    await offline.configure({ captchaEnabled: true, turnstileSiteKey: '1x00000000000000000000AA', turnstileSecretKey });
    return callProxy(offline, proxyOtpInit, code(), { 'X-Captcha-Token': 'XXXX.DUMMY.TOKEN.XXXX' });
  };
  await ask('1x0000000000000000000000000000000AA');
  await refusedWith('CAPTCHA_REFUSED', ask('2x0000000000000000000000000000000AA'));
  await refusedWith('CAPTCHA_SPENT', ask('3x0000000000000000000000000000000AA'));
  await refusedWith('CAPTCHA_UNAVAILABLE', ask('0x4AAAAAAAanother'));
  await offline.close();
});
