import { afterEach, beforeEach, expect, test } from 'vitest';
import { disableAuthProxy, enableAuthProxy } from '../../../src/contract/authProxy.js';
import { proxyOtpInit, proxyOtpVerify } from '../../../src/contract/proxy.js';
import { proxyWalletKitClientParams, proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { refused } from '../../../src/contract/refusals.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createRefusalLimit } from '../../../src/service/limits/refusals.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { everyCall } from '../../support/examples/proxy.js';
import { reasonOf, type Seen, seen } from '../../support/seen.js';
import { codeFor, post } from '../../support/wire.js';

const mallory = '192.0.2.1';
const ada = '192.0.2.2';
let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

type From = { address?: string; configId?: string };

async function call(path: string, body: string | object, { address = mallory, configId }: From = {}): Promise<Seen> {
  const headers = {
    'X-Auth-Proxy-Config-Id': configId ?? service.authProxyConfigId,
    Origin: 'https://app.example.com',
  };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return seen(await post(service, path, text, headers, address));
}

/** A wrong code, each for another id: a millisecond later, so that no request repeats another. */
function guess(from?: From): Promise<Seen> {
  service.clock.advanceMs(1);
  return call(proxyOtpVerify.path, { otpId: crypto.randomUUID(), otpCode: '000000' }, from);
}

async function guesses(times: number, from?: From): Promise<string[]> {
  const reasons = [];
  for (let count = 0; count < times; count += 1) reasons.push(reasonOf(await guess(from)));
  return reasons;
}

const tally = (reasons: string[]) =>
  Object.fromEntries([...new Set(reasons)].map((reason) => [reason, reasons.filter((each) => each === reason).length]));

async function activities(): Promise<number> {
  const { db } = service.service.tools.store;
  return (await db.selectFrom('activities').select('activity_id').execute()).length;
}

test('T-16, T-56: 1,000 wrong codes from one address are recorded a hundred times, and refused unread from then on', async () => {
  const before = await activities();
  // Every one of them within the window: 1,000 ms.
  expect(tally(await guesses(1000))).toEqual({ OTP_WRONG: 100, TOO_MANY_REFUSALS: 500, TOO_MANY_REQUESTS: 400 });
  expect((await activities()) - before).toBeLessThanOrEqual(101);
});

test('T-16, T-56: 1,000 wrong codes that come at once from one address are no way past', async () => {
  await service.configure({ requestsPerAddress: { most: 1000, windowSeconds: 60 } });
  const before = await activities();
  const answers = await Promise.all(Array.from({ length: 1000 }, () => guess()));
  expect(tally(answers.map(reasonOf))).toEqual({ OTP_WRONG: 100, TOO_MANY_REFUSALS: 900 });
  expect((await activities()) - before).toBeLessThanOrEqual(101);
});

test('T-16, T-56: neither are bodies that are held back until all of them have been let in', async () => {
  const before = await activities();
  const held: (() => void)[] = [];
  const answers = Array.from({ length: 300 }, async () => {
    const body = JSON.stringify({ otpId: crypto.randomUUID(), otpCode: '000000' });
    const stream = new ReadableStream({
      start: (controller) => {
        held.push(() => {
          controller.enqueue(new TextEncoder().encode(body));
          controller.close();
        });
      },
    });
    const headers = { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': service.authProxyConfigId };
    const url = `https://latchkey.test${proxyOtpVerify.path}`;
    const request = new Request(url, { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit);
    return seen(await service.service.fetch(request, { clientAddress: mallory }));
  });
  // While they are held back, they keep nobody out.
  const { otpId } = JSON.parse((await call(proxyOtpInit.path, initOf('ada@example.com'))).body);
  expect(otpId).toMatch(/^[0-9a-f-]{36}$/);
  for (const release of held) release();
  expect(tally((await Promise.all(answers)).map(reasonOf))).toEqual({ OTP_WRONG: 100, TOO_MANY_REFUSALS: 200 });
  expect((await activities()) - before).toBeLessThanOrEqual(102);
});

test('T-16: another address, another configuration and who has no address are not touched', async () => {
  const other = await makeParent(service.service.tools, {
    name: 'Other',
    rootPublicKey: (await createSigningKey()).publicKey,
  });
  expect(tally(await guesses(101))).toEqual({ OTP_WRONG: 100, TOO_MANY_REFUSALS: 1 });
  expect(reasonOf(await guess({ address: ada }))).toBe('OTP_WRONG');
  expect(reasonOf(await guess({ configId: other.authProxyConfigId }))).toBe('OTP_WRONG');
  expect(tally(await guesses(150, { address: '' }))).toEqual({ OTP_WRONG: 150 });
  expect(reasonOf(await guess())).toBe('TOO_MANY_REFUSALS');
});

test('T-16: the answer is a refusal like any other, with the time to try again, and then it continues', async () => {
  await guesses(100);
  service.clock.advanceMs(20_000 - 99);
  const refusal = await call(proxyOtpInit.path, initOf('ada@example.com'));
  expect(refusal.status).toBe(429);
  expect(refusal.headers).toMatchObject({
    'content-type': 'application/json',
    'retry-after': '40',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('Retry-After'),
  });
  expect(JSON.parse(refusal.body)).toEqual({
    code: 8,
    message: 'Too many requests from this address were refused. Wait before the next one.',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'TOO_MANY_REFUSALS', domain: 'latchkey' },
      { '@type': 'type.googleapis.com/errors.v1.TurnkeyErrorDetail', turnkeyErrorCode: 'RATE_LIMIT_EXCEEDED' },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '40s' },
    ],
  });
  service.clock.advanceMs(39_999);
  expect((await call(proxyOtpInit.path, initOf('ada@example.com'))).status).toBe(429);
  service.clock.advanceMs(1);
  expect((await call(proxyOtpInit.path, initOf('ada@example.com'))).status).toBe(200);
  expect(tally(await guesses(101))).toEqual({ OTP_WRONG: 100, TOO_MANY_REFUSALS: 1 });
});

/** The requests of a login screen before anybody has typed. */
const screens: string[] = [proxyWalletKitConfig.path, proxyWalletKitClientParams.path];

test('T-56: once refused, no body is read at any call, and a login screen still shows itself', async () => {
  await guesses(100);
  const before = await activities();
  for (const { path } of everyCall) {
    const { status, body } = await call(path, '{"not": strict');
    const expected = screens.includes(path) ? 'REQUEST_MALFORMED' : 'TOO_MANY_REFUSALS';
    expect([path, status, reasonOf({ status, headers: {}, body })]).toEqual([path, status, expected]);
  }
  expect((await call(proxyWalletKitConfig.path, {})).status).toBe(200);
  expect(await activities()).toBe(before);
});

test('T-56: what the calls refuse before anything is recorded counts, too, save that of the screen', async () => {
  await service.configure({ refusalsPerAddress: { most: 3, windowSeconds: 60 } });
  for (let count = 0; count < 5; count += 1) await call(proxyWalletKitConfig.path, '[]');
  for (let count = 0; count < 3; count += 1)
    expect(reasonOf(await call(proxyOtpVerify.path, '[]'))).toBe('REQUEST_MALFORMED');
  expect(reasonOf(await call(proxyOtpVerify.path, '[]'))).toBe('TOO_MANY_REFUSALS');
});

test('T-16: right requests are never counted as refused ones, however many', async () => {
  const often = { most: 10_000, windowSeconds: 1 };
  await service.configure({
    codesPerContactAndAddress: often,
    codesPerContact: often,
    codesPerAddress: often,
    refusalsPerAddress: { most: 3, windowSeconds: 60 },
  });
  await guesses(2);
  for (let count = 0; count < 20; count += 1) {
    service.clock.advanceMs(1);
    expect((await call(proxyOtpInit.path, initOf(`person${count}@example.com`))).status).toBe(200);
  }
  expect(await guesses(2)).toEqual(['OTP_WRONG', 'TOO_MANY_REFUSALS']);
});

test('T-56: failures of the service do not count against the client', async () => {
  await service.configure({ refusalsPerAddress: { most: 2, windowSeconds: 60 } });
  const code = await codeFor(service, 'ada@example.com');
  const { db } = service.service.tools.store;
  await db.schema.alterTable('activities').renameTo('away').execute();
  for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBeGreaterThanOrEqual(500);
  await db.schema.alterTable('away').renameTo('activities').execute();
  service.clock.advanceMs(1);
  expect((await call(proxyOtpVerify.path, code)).status).toBe(200);
});

test('a configuration that is disabled and enabled, or changed, continues counting with its new limits', async () => {
  await service.configure({ refusalsPerAddress: { most: 3, windowSeconds: 60 } });
  expect(await guesses(4)).toEqual(['OTP_WRONG', 'OTP_WRONG', 'OTP_WRONG', 'TOO_MANY_REFUSALS']);
  await service.asRoot(disableAuthProxy, {});
  expect(await guesses(1)).toEqual(['PROXY_NOT_AVAILABLE']);
  await service.asRoot(enableAuthProxy, {});
  expect(await guesses(1)).toEqual(['TOO_MANY_REFUSALS']);
  await service.configure({ refusalsPerAddress: { most: 4, windowSeconds: 60 } });
  expect(await guesses(2)).toEqual(['OTP_WRONG', 'TOO_MANY_REFUSALS']);
});

test('T-56: of 10,000 addresses the counts are kept, and the oldest goes', async () => {
  const refusalLimit = createRefusalLimit(() => 0);
  const limit = { most: 1, windowSeconds: 60 };
  const attempt = (address: number) =>
    refusalLimit({ configId: 'id', clientAddress: String(address), limit })(
      () => Promise.resolve(),
      () => Promise.reject(refused('OTP_WRONG')),
    );
  for (let address = 0; address < 10_000; address += 1) await attempt(address).catch(() => {});
  await expect(attempt(0)).rejects.toMatchObject({ code: 'TOO_MANY_REFUSALS' });
  await attempt(10_000).catch(() => {});
  await expect(attempt(1)).rejects.toMatchObject({ code: 'TOO_MANY_REFUSALS' });
  await expect(attempt(0)).rejects.toMatchObject({ code: 'OTP_WRONG' });
});

const initOf = (contact: string) => ({ otpType: 'OTP_TYPE_EMAIL', contact });
