import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initOtp } from '../../../../src/contract/otp.js';
import { proxyOtpInit, proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { RefusedError } from '../../../../src/contract/refusals.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { reasonOf, seen } from '../../../support/seen.js';
import { databases } from '../../../support/stores.js';
import { callProxy, post } from '../../../support/wire.js';

const minuteMs = 60_000;
let service: TestService;
afterEach(() => service.close());

/** Asks for a code from an address. @returns its id, or how many seconds to wait. */
async function ask(contact: string, clientAddress = '192.0.2.1', headers = {}): Promise<string | number> {
  service.clock.advanceMs(1);
  const request = { otpType: 'OTP_TYPE_EMAIL', contact };
  try {
    return (await callProxy<{ otpId: string }>(service, proxyOtpInit, request, headers, clientAddress)).otpId;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'TOO_MANY_CODES') throw error;
    return (error.retryAfterMs ?? Number.NaN) / 1000;
  }
}

const isSent = (answer: string | number) => typeof answer === 'string';
const codes = () => service.service.tools.store.db.selectFrom('otp_codes').selectAll().execute();

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
  });

  test('T-16: three codes in ten minutes and four an hour for a contact from one address, and the wait is returned', async () => {
    expect(isSent(await ask('ada@example.com'))).toBe(true);
    service.clock.advanceMs(2 * minuteMs);
    expect(isSent(await ask('Ada@Example.com'))).toBe(true);
    expect(isSent(await ask('ada@example.com'))).toBe(true);
    expect(await ask('ada@example.com')).toBe(480);
    service.clock.advanceMs(7 * minuteMs + 30_000);
    expect(await ask('ada@example.com')).toBe(30);
    service.clock.advanceMs(29_000);
    expect(await ask('ada@example.com')).toBe(1);
    service.clock.advanceMs(1000);
    expect(isSent(await ask('ada@example.com'))).toBe(true);
    expect(await ask('ada@example.com')).toBe(3000);
  });

  test('T-16: of thirty requests at once three are served', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask('ada@example.com')));
    expect(answers.filter(isSent)).toHaveLength(3);
    expect(await codes()).toHaveLength(3);
  });
});

describe('on one store', () => {
  beforeEach(async () => {
    service = await createTestService();
  });

  test('T-16: the refusal at a limit is 429 with Retry-After, a sentence that public clients know, and nothing written', async () => {
    for (let sent = 0; sent < 3; sent += 1) await ask('ada@example.com');
    const before = await codes();
    service.clock.advanceMs(1);
    const request = JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
    const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, Origin: 'https://app.example.com' };
    const refusal = await seen(await post(service, proxyOtpInit.path, request, headers, '192.0.2.1'));
    expect(refusal.status).toBe(429);
    expect(refusal.headers).toMatchObject({
      'retry-after': '600',
      'access-control-expose-headers': 'Date, Retry-After',
    });
    expect(reasonOf(refusal)).toBe('TOO_MANY_CODES');
    expect(JSON.parse(refusal.body)).toMatchObject({ code: 8, message: 'Max number of OTPs have been initiated' });
    expect(refusal.body).toContain('MAX_OTP_INITIATED');
    expect(refusal.body).toContain('"retryDelay":"600s"');
    expect(await codes()).toEqual(before);
    expect(await service.service.tools.store.db.selectFrom('outbox').selectAll().execute()).toHaveLength(3);
  });

  test('T-16: ten an hour for a contact over all addresses', async () => {
    for (let sent = 0; sent < 10; sent += 1) {
      expect(isSent(await ask('ada@example.com', `192.0.2.${sent}`))).toBe(true);
    }
    expect(await ask('ada@example.com', '198.51.100.7')).toBe(3600);
    expect(isSent(await ask('bob@example.com', '192.0.2.1'))).toBe(true);
    service.clock.advanceMs(60 * minuteMs);
    expect(isSent(await ask('ada@example.com', '198.51.100.7'))).toBe(true);
  });

  test('T-16: thirty an hour from an address over all contacts', async () => {
    for (let sent = 0; sent < 30; sent += 1) expect(isSent(await ask(`person${sent}@example.com`))).toBe(true);
    expect(await ask('another@example.com')).toBe(3600);
    expect(isSent(await ask('another@example.com', '192.0.2.2'))).toBe(true);
    service.clock.advanceMs(60 * minuteMs);
    expect(isSent(await ask('another@example.com'))).toBe(true);
  });

  test('T-16: the limits are the configuration’s', async () => {
    await service.configure({
      codesPerContactAndAddress: { most: 1, windowSeconds: 60 },
      codesPerContact: { most: 2, windowSeconds: 120 },
      codesPerAddress: { most: 2, windowSeconds: 30 },
    });
    expect(isSent(await ask('ada@example.com'))).toBe(true);
    expect(await ask('ada@example.com')).toBe(60);
    expect(isSent(await ask('bob@example.com'))).toBe(true);
    expect(await ask('carol@example.com')).toBe(30);
    expect(isSent(await ask('ada@example.com', '192.0.2.2'))).toBe(true);
    expect(await ask('ada@example.com', '192.0.2.3')).toBe(120);
  });

  test('a fourth code retires the requester’s own oldest, never another’s', async () => {
    await service.configure({ codesPerContactAndAddress: { most: 10, windowSeconds: 600 } });
    const taken = async (otpId: string | number) => {
      await service.service.deliver();
      const { otp_id } = (await codes()).find(({ retired, otp_id }) => otp_id === otpId && retired === 0) ?? {};
      return otp_id !== undefined;
    };
    const others = [await ask('ada@example.com', '198.51.100.1'), await ask('ada@example.com', '198.51.100.2')];
    const own = [];
    for (let sent = 0; sent < 5; sent += 1) own.push(await ask('ada@example.com'));
    expect(await Promise.all(own.map(taken))).toEqual([false, false, true, true, true]);
    expect(await Promise.all(others.map(taken))).toEqual([true, true]);
    const [retired] = own;
    await expect(callProxy(service, proxyOtpVerify, { otpId: retired, otpCode: 'x' })).rejects.toMatchObject({
      code: 'OTP_EXPIRED',
    });
  });

  test('two identical requests get two codes', async () => {
    const [first, second] = await Promise.all([ask('ada@example.com'), ask('ada@example.com')]);
    expect(isSent(first ?? 0) && isSent(second ?? 0)).toBe(true);
    expect(first).not.toBe(second);
  });

  test('T-57: the requester is the socket’s address, whatever the headers contain', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      expect(isSent(await ask('ada@example.com', '192.0.2.1', { 'X-Forwarded-For': `203.0.113.${sent}` }))).toBe(true);
    }
    const claims = { 'X-Forwarded-For': '203.0.113.9', 'X-Real-IP': '203.0.113.9', Forwarded: 'for=203.0.113.9' };
    expect(await ask('ada@example.com', '192.0.2.1', claims)).toBe(600);
    const requesters = new Set((await codes()).map(({ requester }) => requester));
    expect(requesters.size).toBe(1);
    expect([...requesters][0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('T-57: of an address only a keyed hash is kept, another one in each service', async () => {
    const other = await createTestService();
    await ask('ada@example.com');
    const [{ requester } = { requester: '' }] = await codes();
    const [here, there] = [service, other];
    service = there;
    await ask('ada@example.com');
    const [{ requester: elsewhere } = { requester: '' }] = await codes();
    service = here;
    await other.close();
    expect(requester).not.toBe(elsewhere);
    for (const hash of [requester, elsewhere]) expect(hash).toMatch(/^[0-9a-f]{32}$/);
  });

  test('T-16: the requester in a userIdentifier counts only if the proxy names it', async () => {
    await ask('ada@example.com');
    const [{ requester } = { requester: '' }] = await codes();
    for (let sent = 0; sent < 3; sent += 1) {
      service.clock.advanceMs(1);
      await service.asRoot(initOtp, {
        otpType: 'OTP_TYPE_EMAIL',
        contact: 'ada@example.com',
        appName: 'Acme',
        userIdentifier: `${requester}.${sent}`,
      });
    }
    expect((await codes()).filter((code) => code.requester === requester)).toHaveLength(1);
    expect(isSent(await ask('ada@example.com'))).toBe(true);
  });

  test('T-57: a limiter whose table fails admits nobody and sends nothing', async () => {
    const otpId = await ask('ada@example.com');
    await service.service.deliver();
    const otpCode = service.inbox.lastCode('ada@example.com');
    const { db } = service.service.tools.store;
    await db.schema.dropTable('wrong_tries').execute();
    for (const [row, request] of [
      [proxyOtpVerify, { otpId, otpCode }],
      [proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' }],
    ] as const) {
      await expect(callProxy(service, row, request)).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    }
    expect(await codes()).toHaveLength(1);
    expect(await db.selectFrom('verification_tokens').selectAll().execute()).toEqual([]);
  });

  test('a disabled method sends nothing', async () => {
    const request = { otpType: 'OTP_TYPE_SMS', contact: '+15550100' };
    await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject({
      code: 'METHOD_NOT_ENABLED',
      turnkeyErrorCode: undefined,
    });
    await service.configure({ allowedAuthMethods: ['sms'] });
    await expect(ask('ada@example.com')).rejects.toMatchObject({
      code: 'METHOD_NOT_ENABLED',
      turnkeyErrorCode: 'EMAIL_SENDING_DISABLED',
    });
    await expect(callProxy(service, proxyOtpInit, request)).resolves.toHaveProperty('otpId');
  });

  test('T-58: an invalid contact gets no code', async () => {
    for (const contact of ['ada', 'a@b.com,c@d.com', 'a@b.com\r\nBcc: c@d.com', '', '+15550100', 'a'.repeat(320)]) {
      await expect(ask(contact)).rejects.toMatchObject({ code: 'CONTACT_INVALID' });
    }
    await expect(ask('a'.repeat(321))).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await codes()).toEqual([]);
  });
});
