import { beforeEach, expect, test, vi } from 'vitest';
import { failNext, recorded, wire } from '../../demo/wire.js';
import { call } from '../../src/client/call.js';
import { createClient } from '../../src/client/createClient.js';
import { requestOtp } from '../../src/client/flows/requestOtp.js';
import { proxyWalletKitConfig } from '../../src/contract/proxyConfig.js';
import { createTestService } from '../../src/testing/createTestService.js';

const settings = { authProxyUrl: 'https://latchkey.test', authProxyConfigId: '00000000-0000-4000-8000-000000000001' };
const lookAtConfig = (fetch: typeof globalThis.fetch, signal?: AbortSignal, timeoutMs?: number) =>
  call(createClient({ ...settings, fetch: fetch as never }), proxyWalletKitConfig, {}, { signal, timeoutMs });

/** Answers nobody, as a server that is slow. */
const silent = (_: unknown, init: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

let before = 0;
beforeEach(() => {
  before = Math.max(0, ...wire.getSnapshot().map(({ id }) => id));
});
/** Of this test. */
const listed = () =>
  wire.getSnapshot().flatMap(({ id, operation, status }) => (id > before ? [[operation, status]] : []));

test('a request that the page itself gave up is listed while it is under way, and then no more', async () => {
  const control = new AbortController();
  const asked = lookAtConfig(recorded(silent) as never, control.signal);
  await vi.waitUntil(() => listed().length === 1, { timeout: 60_000 });
  expect(listed()).toEqual([['wallet_kit_config', undefined]]);
  control.abort();
  await expect(asked).rejects.toThrow();
  expect(listed()).toEqual([]);
});

test('a server that answers nothing, in time or at all, is listed as such', async () => {
  const isDown = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(lookAtConfig(recorded(silent) as never, undefined, 20)).rejects.toMatchObject({
    code: 'TIMED_OUT',
  });
  expect(listed()).toEqual([['wallet_kit_config', 0]]);
  await expect(lookAtConfig(recorded(isDown) as never, undefined, 200)).rejects.toThrow();
  expect(listed().map(([, status]) => status)).toContain(0);
});

test('twelve requests are kept, the newest first', async () => {
  const send = recorded(async () => Response.json({}));
  for (let at = 1; at <= 13; at += 1) await send(`https://latchkey.test/v1/number_${at}`, {});
  expect(listed()).toHaveLength(12);
  expect(listed()[0]).toEqual(['number_13', 200]);
});

test('what is told to fail is the next action, not what is only read, and the kit understands the refusal', async () => {
  const service = await createTestService();
  const client = createClient({ ...service.settings, fetch: recorded(service.settings.fetch) });
  failNext();
  await call(client, proxyWalletKitConfig, {});
  const ask = () => requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
  await expect(ask()).rejects.toMatchObject({ code: 'INTERNAL' });
  expect(service.inbox.list()).toEqual([]);
  await ask();
  expect(service.inbox.list()).toHaveLength(1);
  await service.close();
});
