import { afterEach, beforeEach, expect, test } from 'vitest';
import { listActivities } from '../../../src/contract/activities.queries.js';
import { proxyOtpInit, proxyOtpLogin } from '../../../src/contract/proxy.js';
import { readVerificationToken } from '../../../src/crypto/tokens.js';
import { portablePrimitives } from '../../../src/service/primitives.js';
import { readDeviceToken, writeDeviceToken } from '../../../src/service/proxy/deviceToken.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { type Asking, codeOf, logInWith } from '../../support/guesses.js';
import { rootOf } from '../../support/parties.js';
import { tickingClock } from '../../support/tickingClock.js';
import { ask, callProxy, loginRequest, signUp, verifiedToken } from '../../support/wire.js';

let service: TestService;
let lines: string[];
beforeEach(async () => {
  lines = [];
  const log = (event: string, facts = {}) => void lines.push(JSON.stringify([event, facts]));
  service = await createTestService({ clock: tickingClock(), log, config: { allowedAuthMethods: ['email', 'sms'] } });
});
afterEach(() => service.close());

const dayMs = 24 * 60 * 60_000;
const halfYearMs = 180 * dayMs;

/** Whether the next code is asked for by a device. */
async function isDevice(asking: Asking): Promise<boolean> {
  const { otpId } = await codeOf(service, asking);
  const { db } = service.service.tools.store;
  const { device } = await db
    .selectFrom('otp_codes')
    .select('device')
    .where('otp_id', '=', otpId)
    .executeTakeFirstOrThrow();
  return device !== null;
}

test('A-49: a device token is good for its contact, until half a year after the token that it came by', async () => {
  const deviceToken = await logInWith(service, await codeOf(service));
  expect(await isDevice({ deviceToken })).toBe(true);
  expect(await isDevice({ deviceToken, contact: ' ADA@Example.com ' })).toBe(true);
  expect(await isDevice({ deviceToken, contact: 'bob@example.com' })).toBe(false);
  expect(await isDevice({ deviceToken, contact: 'ada+x@example.com' })).toBe(false);
  expect(await isDevice({})).toBe(false);
  service.clock.advanceMs(halfYearMs + 3_590_000);
  expect(await isDevice({ deviceToken })).toBe(true);
  service.clock.advanceMs(10_000);
  expect(await isDevice({ deviceToken })).toBe(false);
});

test('A-49: a forged token, or one for another configuration, counts as none and is not refused', async () => {
  const other = await createTestService({ clock: tickingClock() });
  const foreign = await logInWith(other, await codeOf(other));
  await other.close();
  const own = await logInWith(service, await codeOf(service));
  const [id = '', end = '', code = ''] = own.split('.');
  const forged = [
    foreign,
    `${id}.${Number(end) + 1}.${code}`,
    `${id}.${end}.${code.replace(/^./, (first) => (first === '0' ? '1' : '0'))}`,
    `${code}.${end}.${id}`,
    `${id}.${end}.`,
    `${id}.${end}.${code.toUpperCase()}g`,
    own.toUpperCase(),
    `${own} `,
    'x'.repeat(256),
    '..',
  ];
  for (const [index, deviceToken] of forged.entries()) {
    service.clock.advanceMs(dayMs);
    expect(await isDevice({ deviceToken, address: `10.0.0.${index}` }), deviceToken).toBe(false);
  }
  expect(await isDevice({ deviceToken: own })).toBe(true);
  const long = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com', deviceToken: 'x'.repeat(257) };
  await expect(callProxy(service, proxyOtpInit, long)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});

test('A-49: the same login answers the same device token again, another login another one', async () => {
  await signUp(service, 'ada@example.com');
  const { token, key } = await verifiedToken(service, 'ada@example.com');
  const request = await loginRequest(token, key);
  const first = await callProxy<{ deviceToken: string }>(service, proxyOtpLogin, request);
  service.clock.advanceMs(1000);
  expect(await callProxy(service, proxyOtpLogin, request)).toEqual(first);
  const again = await verifiedToken(service, 'ada@example.com');
  const second = await callProxy(service, proxyOtpLogin, await loginRequest(again.token, again.key));
  expect(second.deviceToken).not.toBe(first.deviceToken);
});

test('A-49: of a device token nothing is stored, recorded or logged but a hash of its id', async () => {
  const deviceToken = await logInWith(service, await codeOf(service));
  expect(await isDevice({ deviceToken })).toBe(true);
  const root = await rootOf(service);
  const records = await ask(service, root.key, listActivities, { organizationId: service.organizationId });
  const kept = JSON.stringify([await contentsOf(service.service.tools.store), records, lines]);
  for (const part of deviceToken.split('.')) expect(kept).not.toContain(part);
  expect(kept).toMatch(/"userIdentifier\\?":\\?"[0-9a-f]{32}~[0-9a-f]{32}\.[0-9a-f]{32}\\?"/);
});

test('A-49: tokens are made under the first key and read under every one', async () => {
  const [newer, older] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;
  const { token } = await verifiedToken(service, 'ada@example.com');
  const claims = readVerificationToken(token);
  const place = { configId: service.authProxyConfigId, otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
  const primitives = await portablePrimitives();
  const written = await writeDeviceToken(primitives, [older], place.configId, claims);
  expect(await readDeviceToken(primitives, [newer, older], written, place, 0)).toMatch(/^[0-9a-f]{64}$/);
  expect(await readDeviceToken(primitives, [newer], written, place, 0)).toBeUndefined();
  expect(await writeDeviceToken(primitives, [newer, older], place.configId, claims)).not.toBe(written);
  for (const other of [
    { ...place, configId: crypto.randomUUID() },
    { ...place, otpType: 'OTP_TYPE_SMS' },
    { ...place, contact: 'bob@example.com' },
  ]) {
    expect(await readDeviceToken(primitives, [older], written, other, 0)).toBeUndefined();
  }
});
