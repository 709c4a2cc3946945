import { afterEach, beforeEach, expect, test } from 'vitest';
import { proxyAccount, proxyOtpInit } from '../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createRequestLimit } from '../../../src/service/limits/requests.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { reasonOf, type Seen, seen } from '../../support/seen.js';
import { post } from '../../support/wire.js';

const mallory = '192.0.2.1';
const ada = '192.0.2.2';
let service: TestService;
let publicKey: string;
beforeEach(async () => {
  service = await createTestService();
  ({ publicKey } = await createSigningKey());
});
afterEach(() => service.close());

type From = { address?: string; configId?: string };

async function call(path: string, body: object, { address = mallory, configId }: From = {}): Promise<Seen> {
  const headers = { 'X-Auth-Proxy-Config-Id': configId ?? service.authProxyConfigId };
  return seen(await post(service, path, JSON.stringify(body), headers, address));
}

/** A request that is always answered with 200. */
const lookUp = (from?: From) => call(proxyAccount.path, { filterType: 'PUBLIC_KEY', filterValue: publicKey }, from);

async function statusesOf(times: number, from?: From): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (let count = 0; count < times; count += 1) {
    const answer = await lookUp(from);
    const what = answer.status === 200 ? 'answered' : reasonOf(answer);
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}

test('A-52: of one address 600 requests a minute are answered, however right they are, and then none until the minute ends', async () => {
  expect(await statusesOf(700)).toEqual({ answered: 600, TOO_MANY_REQUESTS: 100 });
  service.clock.advanceMs(20_000);
  const refusal = await lookUp();
  expect([refusal.status, refusal.headers['retry-after']]).toEqual([429, '40']);
  expect(JSON.parse(refusal.body)).toMatchObject({ code: 8, details: [{ reason: 'TOO_MANY_REQUESTS' }, {}, {}] });
  const init = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
  for (const [path, body] of [
    [proxyOtpInit.path, init],
    [proxyWalletKitConfig.path, {}],
  ] as const) {
    expect(reasonOf(await call(path, body))).toBe('TOO_MANY_REQUESTS');
  }
  service.clock.advanceMs(40_000);
  expect(await statusesOf(601)).toEqual({ answered: 600, TOO_MANY_REQUESTS: 1 });
});

test('A-52: 700 requests of one address at once are no way past, and the screen’s own count, too', async () => {
  await service.configure({ refusalsPerAddress: { most: 1000, windowSeconds: 60 } });
  for (let count = 0; count < 100; count += 1) expect((await call(proxyWalletKitConfig.path, {})).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 700 }, () => lookUp()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(500);
});

test('A-52: another address, another configuration and who has no address are not touched', async () => {
  const root = await createSigningKey();
  const other = await makeParent(service.service.tools, { name: 'Other', rootPublicKey: root.publicKey });
  await service.configure({ requestsPerAddress: { most: 2, windowSeconds: 60 } });
  expect(await statusesOf(3)).toEqual({ answered: 2, TOO_MANY_REQUESTS: 1 });
  expect(await statusesOf(1, { address: ada })).toEqual({ answered: 1 });
  expect(await statusesOf(3, { configId: other.authProxyConfigId })).toEqual({ answered: 3 });
  expect(await statusesOf(10, { address: '' })).toEqual({ answered: 10 });
});

test('A-52: a configuration that is changed continues counting with its new limits', async () => {
  await service.configure({ requestsPerAddress: { most: 2, windowSeconds: 60 } });
  expect(await statusesOf(3)).toEqual({ answered: 2, TOO_MANY_REQUESTS: 1 });
  await service.configure({ requestsPerAddress: { most: 4, windowSeconds: 60 } });
  expect(await statusesOf(3)).toEqual({ answered: 2, TOO_MANY_REQUESTS: 1 });
});

test('A-52: of 50,000 addresses the counts are kept, and the oldest goes', () => {
  const count = createRequestLimit(() => 0);
  const limit = { most: 1, windowSeconds: 60 };
  const request = (address: number) => count({ configId: 'id', clientAddress: String(address), limit });
  for (let address = 0; address < 50_000; address += 1) request(address);
  expect(() => request(0)).toThrow('Too many requests from this address');
  request(50_000);
  expect(() => request(1)).toThrow('Too many requests from this address');
  request(0);
});

test('A-71: a refused origin is counted before it is logged, so that no address fills the log', async () => {
  const logged: string[] = [];
  const logging = await createTestService({
    log: (event) => logged.push(event),
    config: { allowedOrigins: ['https://app.example.com'], requestsPerAddress: { most: 5, windowSeconds: 60 } },
  });
  const headers = { 'X-Auth-Proxy-Config-Id': logging.authProxyConfigId, Origin: 'https://evil.example' };
  const reasons: string[] = [];
  for (let count = 0; count < 8; count += 1)
    reasons.push(reasonOf(await seen(await post(logging, proxyWalletKitConfig.path, '{}', headers, mallory))));
  expect(reasons).toEqual([...Array(5).fill('ORIGIN_NOT_ALLOWED'), ...Array(3).fill('TOO_MANY_REQUESTS')]);
  expect(logged.filter((event) => event === 'origin refused')).toHaveLength(5);
  await logging.close();
});
