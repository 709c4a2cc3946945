import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initOtp } from '../../../../src/contract/otp.js';
import { proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { databases } from '../../../support/stores.js';
import { callProxy, codeFor } from '../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
  });
  afterEach(() => service.close());

  /** Whether a code is taken that many milliseconds after it was asked for. */
  async function isTakenAfterMs(ms: number): Promise<boolean> {
    service.clock.advanceMs(3_600_000);
    const code = await codeFor(service, 'ada@example.com');
    service.clock.advanceMs(ms);
    const answer = callProxy(service, proxyOtpVerify, code);
    return answer.then(
      () => true,
      (error) => {
        expect(error).toMatchObject({ code: 'OTP_EXPIRED', status: 400 });
        expect(error.message).toContain('Invalid OTP code');
        return false;
      },
    );
  }

  test('T-11: a code lives five minutes unless configured otherwise', async () => {
    expect(await isTakenAfterMs(299_999)).toBe(true);
    expect(await isTakenAfterMs(300_000)).toBe(false);
    expect(await isTakenAfterMs(301_000)).toBe(false);
  });

  test('T-11: the longest lifetime is ten minutes: at 599 s a code is accepted, at 600 s and 601 s not', async () => {
    await service.configure({ otpExpirationSeconds: 600 });
    expect(await isTakenAfterMs(599_000)).toBe(true);
    expect(await isTakenAfterMs(599_999)).toBe(true);
    expect(await isTakenAfterMs(600_000)).toBe(false);
    expect(await isTakenAfterMs(601_000)).toBe(false);
  });
});

test('T-11: neither the configuration nor an activity can set a longer lifetime than ten minutes', async () => {
  const service = await createTestService();
  for (const otpExpirationSeconds of [601, 3600, 29, 0, -1, 60.5, '300'] as number[]) {
    await expect(service.configure({ otpExpirationSeconds })).rejects.toThrow('REQUEST_INVALID');
  }
  const direct = { otpType: 'OTP_TYPE_EMAIL' as const, contact: 'ada@example.com', appName: 'Acme' };
  for (const expirationSeconds of ['601', '0', '-1', '6e2', '0600', ' 600', '600 ', '1000000000', '']) {
    await expect(service.asRoot(initOtp, { ...direct, expirationSeconds }), expirationSeconds).rejects.toThrow(
      'REQUEST_INVALID',
    );
  }
  await service.asRoot(initOtp, { ...direct, expirationSeconds: '600' });
  await service.close();
});
