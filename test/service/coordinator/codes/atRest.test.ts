import { expect, test } from 'vitest';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../src/contract/proxy.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createService } from '../../../../src/service/createService.js';
import { createInbox } from '../../../../src/service/delivery/inbox.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import { openLibsql } from '../../../../src/service/store/openLibsql.js';
import { createTestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { callProxy, codeFor, loginRequest, signupRequest } from '../../../support/wire.js';

/** A whole login with a few errors. @returns the secrets, which must be found nowhere. */
async function trip(test: Parameters<typeof codeFor>[0]): Promise<{ code: string; token: string; session: string }> {
  const key = await createSigningKey();
  const { otpId, otpCode } = await codeFor(test, 'ada@example.com');
  const typed = { otpId, otpCode, publicKey: key.publicKey };
  await expect(callProxy(test, proxyOtpVerify, { ...typed, otpCode: `${otpCode.slice(1)}?` })).rejects.toThrow();
  const { verificationToken: token } = await callProxy<{ verificationToken: string }>(test, proxyOtpVerify, typed);
  await expect(
    callProxy(test, proxySignup, {
      ...(await signupRequest(token, key)),
      wallet: undefined,
      userEmail: 'eve@example.com',
    }),
  ).rejects.toThrow();
  await callProxy(test, proxySignup, await signupRequest(token, key));
  const { session } = await callProxy<{ session: string }>(test, proxyOtpLogin, await loginRequest(token, key));
  return { code: otpCode, token, session };
}

test('T-13: no code, token or session is readable in any table, not even while its message waits', async () => {
  const service = await createTestService({
    clock: tickingClock(),
    config: { otpAlphanumeric: true, otpLength: 9 },
  });
  const { store } = service.service.tools;
  const { code, token, session } = await trip(service);
  const waiting = await callProxy(service, proxyOtpInit, {
    otpType: 'OTP_TYPE_EMAIL',
    contact: 'bob@example.com',
  });
  const contents = await contentsOf(store);
  expect(contents.outbox).toHaveLength(1);
  await service.service.deliver();
  const second = service.inbox.lastCode('bob@example.com') ?? '';
  expect(waiting).toHaveProperty('otpId');
  const dump = JSON.stringify(contents);
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const base64 = (text: string) => Buffer.from(text).toString('base64url').slice(0, -1);
  for (const secret of [code, second, token, session, token.split('.')[2] ?? '', session.split('.')[2] ?? '']) {
    expect(secret.length).toBeGreaterThanOrEqual(9);
    for (const form of [secret, secret.toLowerCase(), hex(secret), base64(secret)]) expect(dump).not.toContain(form);
  }
  expect(dump).toContain('[redacted]');
  await service.close();
});

test('T-13: without the pepper a copy of the database does not distinguish one code from another', async () => {
  const store = await openLibsql(':memory:');
  const clock = tickingClock();
  const inbox = createInbox(clock);
  const start = (pepper: number) =>
    createService({
      store,
      secrets: {
        masterKeys: [{ id: 'one', key: new Uint8Array(32).fill(1) }],
        codePepper: new Uint8Array(32).fill(pepper),
        proxyKey: new Uint8Array(32).fill(3),
      },
      send: inbox.send,
      clock,
    });
  const service = await start(1);
  const { publicKey } = await createSigningKey();
  const { authProxyConfigId } = await makeParent(service.tools, { name: 'Test', rootPublicKey: publicKey });
  const code = await codeFor({ service, clock, inbox, authProxyConfigId }, 'ada@example.com');
  // A thief may take out of the copy what says that the pepper is another.
  await store.db.deleteFrom('check_values').where('secret', '=', 'code pepper').execute();
  const thief = { service: await start(2), clock, inbox, authProxyConfigId };
  await expect(callProxy(thief, proxyOtpVerify, code)).rejects.toMatchObject({ code: 'OTP_WRONG' });
  await expect(callProxy({ ...thief, service }, proxyOtpVerify, code)).resolves.toHaveProperty('verificationToken');
  await service.close();
});

test('T-13: the same code twice has two hashes', async () => {
  const clock = tickingClock();
  const service = await createTestService({ clock });
  await codeFor(service, 'ada@example.com');
  await codeFor(service, 'ada@example.com');
  const rows = await service.service.tools.store.db.selectFrom('otp_codes').select(['salt', 'code_hash']).execute();
  expect(new Set(rows.map(({ salt }) => salt)).size).toBe(2);
  await service.close();
});

test('T-17: no code, token, contact or session is in the log, or in an answer that does not need it', async () => {
  const lines: string[] = [];
  const answers: string[] = [];
  const service = await createTestService({
    clock: tickingClock(),
    log: (event, facts) => lines.push(JSON.stringify({ event, facts })),
    config: {
      otpAlphanumeric: true,
      otpLength: 9,
      allowedOrigins: ['https://app.example.com'],
      allowNativeClients: true,
    },
  });
  const fetch = service.service.fetch;
  const watched = async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request);
    answers.push(`${new URL(request[0].url).pathname} ${await response.clone().text()}`);
    return response;
  };
  const { code, token, session } = await trip({ ...service, service: { ...service.service, fetch: watched } });
  await expect(
    callProxy(service, proxyOtpVerify, { otpId: 'x', otpCode: code }, { Origin: 'https://evil.io' }),
  ).rejects.toThrow();
  const log = lines.join('\n');
  expect(log).toContain('origin refused');
  for (const secret of [code, token, session, 'ada@', 'ada%40']) expect(log).not.toContain(secret);
  expect(answers.filter((answer) => answer.includes(code))).toEqual([]);
  expect(answers.filter((answer) => answer.includes(token)).map((answer) => answer.split(' ')[0])).toEqual([
    '/v1/otp_verify',
  ]);
  expect(answers.filter((answer) => answer.includes(session)).map((answer) => answer.split(' ')[0])).toEqual([
    '/v1/otp_login',
  ]);
  await service.close();
});

test('T-17: there is no code that always works', async () => {
  const service = await createTestService({ clock: tickingClock() });
  const { otpId, otpCode } = await codeFor(service, 'ada@example.com');
  for (const fixed of ['000000', '123456', '111111'].filter((code) => code !== otpCode)) {
    await expect(callProxy(service, proxyOtpVerify, { otpId, otpCode: fixed })).rejects.toThrow('Invalid OTP code');
  }
  await service.close();
});
