import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxyOtpInit, proxyOtpVerify, proxySignup } from '../../../../src/contract/proxy.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { reasonOf, type Seen, seen } from '../../../support/seen.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { post, signUp } from '../../../support/wire.js';

let service: TestService;
beforeAll(async () => {
  service = await createTestService({
    clock: tickingClock(),
    config: { codesPerContact: { most: 3, windowSeconds: 60 } },
  });
  await signUp(service, 'ada@example.com');
  service.clock.advanceMs(3_600_000);
});
afterAll(() => service.close());

const call = async (path: string, request: object, clientAddress = '127.0.0.1'): Promise<Seen> =>
  seen(
    await post(
      service,
      path,
      JSON.stringify(request),
      { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, Origin: 'https://app.example.com' },
      clientAddress,
    ),
  );

/** An answer with its random ids taken out. */
const shape = ({ body, ...rest }: Seen) => ({
  ...rest,
  body: body.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/"\d+s"/, '"wait"'),
  headers: { ...rest.headers, ...(rest.headers['retry-after'] && { 'retry-after': 'wait' }) },
});

const written = async () => {
  const contents = await contentsOf(service.service.tools.store);
  return Object.fromEntries(Object.entries(contents).map(([table, rows]) => [table, rows.length]));
};

test('T-15: a request for a code answers and writes the same for a known and an unknown contact', async () => {
  const growths = [];
  const answers = [];
  for (const contact of ['ada@example.com', 'bob@example.com']) {
    const before = await written();
    answers.push(shape(await call(proxyOtpInit.path, { otpType: 'OTP_TYPE_EMAIL', contact })));
    const after = await written();
    growths.push(
      Object.fromEntries(Object.keys(after).map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)])),
    );
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toMatchObject({ status: 200, body: '{"otpId":"id","otpLength":6,"otpAlphanumeric":false}' });
  expect(growths[0]).toEqual(growths[1]);
  expect(growths[0]).toMatchObject({ otp_codes: 1, outbox: 1, activities: 1, organizations: 0, users: 0 });
});

test('T-15: both get the e-mail after the answer', async () => {
  await call(proxyOtpInit.path, { otpType: 'OTP_TYPE_EMAIL', contact: 'carol@example.com' });
  expect(service.inbox.list('carol@example.com')).toEqual([]);
  await service.service.deliver();
  const [known, unknown] = ['ada@example.com', 'bob@example.com'].map((contact) => service.inbox.list(contact)[0]);
  const plain = (text = '', code: string | null | undefined = '') => text.replaceAll(code ?? '', 'CODE');
  expect(plain(known?.text, known?.code)).toBe(plain(unknown?.text, unknown?.code));
});

test('T-15: wrong codes, limits and claims are refused alike for both', async () => {
  const refusals = [];
  for (const contact of ['ada@example.com', 'bob@example.com']) {
    service.clock.advanceMs(3_600_000);
    const otpId = JSON.parse((await call(proxyOtpInit.path, { otpType: 'OTP_TYPE_EMAIL', contact })).body).otpId;
    const seenHere = [];
    for (const otpCode of ['a', 'b', 'c', 'd']) seenHere.push(await call(proxyOtpVerify.path, { otpId, otpCode }));
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      seenHere.push(await call(proxyOtpInit.path, { otpType: 'OTP_TYPE_EMAIL', contact }, address));
    }
    const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };
    seenHere.push(await call(proxySignup.path, { ...lists, userEmail: contact }));
    refusals.push(seenHere.map(shape));
  }
  expect(refusals[0]).toEqual(refusals[1]);
  expect(refusals[0]?.map(reasonOf)).toEqual([
    'OTP_WRONG',
    'OTP_WRONG',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_ATTEMPTS',
    '',
    '',
    'TOO_MANY_CODES',
    'CONTACT_NOT_VERIFIED',
  ]);
});
