import { afterEach, beforeEach, expect, test } from 'vitest';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { rootOf } from '../../../support/parties.js';
import { ask, callProxy } from '../../../support/wire.js';

let service: TestService;
beforeEach(async () => {
  service = await createTestService();
});
afterEach(() => service.close());

test('requests with unknown code ids are not recorded, whatever key they name', async () => {
  const root = await rootOf(service);
  const recorded = async () =>
    (await ask<{ activities: unknown[] }>(service, root.key, listActivities, { organizationId: root.organizationId }))
      .activities.length;
  const before = await recorded();
  for (const publicKey of [`02${'ff'.repeat(32)}`, (await createSigningKey()).publicKey]) {
    service.clock.advanceMs(1);
    const typed = { otpId: crypto.randomUUID(), otpCode: '123456', publicKey };
    await expect(callProxy(service, proxyOtpVerify, typed)).rejects.toMatchObject({ code: 'OTP_WRONG' });
  }
  expect(await recorded()).toBe(before);
});
