import { describe, expect, onTestFinished, test } from 'vitest';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { outboxState } from '../../../src/service/delivery/outboxState.js';
import { createTestService } from '../../../src/testing/createTestService.js';
import { stores } from '../../support/stores.js';

describe.each(stores)('$name', ({ open }) => {
  test('A-60: how many messages wait, and how long the oldest has, is known by channel', async () => {
    const { service, authProxyConfigId, configure, clock, close } = await createTestService({ store: await open() });
    onTestFinished(close);
    await configure({ allowedAuthMethods: ['email', 'sms'] });
    const ask = (otpType: string, contact: string) =>
      service.fetch(
        new Request(`http://localhost${proxyOtpInit.path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-Auth-Proxy-Config-Id': authProxyConfigId },
          body: JSON.stringify({ otpType, contact }),
        }),
        { clientAddress: '192.0.2.1' },
      );
    const empty = [
      { channel: 'email', messages: 0, oldestMs: 0 },
      { channel: 'sms', messages: 0, oldestMs: 0 },
      { channel: 'webhook', messages: 0, oldestMs: 0 },
    ];
    expect(await outboxState(service.tools)).toEqual(empty);
    expect((await ask('OTP_TYPE_EMAIL', 'ada@example.com')).status).toBe(200);
    clock.advanceMs(90_000);
    expect((await ask('OTP_TYPE_EMAIL', 'bob@example.com')).status).toBe(200);
    expect((await ask('OTP_TYPE_SMS', '+4915112345678')).status).toBe(200);
    clock.advanceMs(5_000);
    expect(await outboxState(service.tools)).toEqual([
      { channel: 'email', messages: 2, oldestMs: 95_000 },
      { channel: 'sms', messages: 1, oldestMs: 5_000 },
      { channel: 'webhook', messages: 0, oldestMs: 0 },
    ]);
    await service.deliver();
    await service.deliver();
    expect(await outboxState(service.tools)).toEqual(empty);
  });
});
