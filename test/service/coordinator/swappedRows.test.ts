import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify } from '../../../src/contract/proxy.js';
import { activityRows, proxyRows, queryRows } from '../../../src/contract/rows.js';
import { stampLogin } from '../../../src/contract/sessions.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { makeParent } from '../../../src/service/makeParent.js';
import type { Tables } from '../../../src/service/store/schema.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { contentsOf } from '../../support/contents.js';
import { absentId } from '../../support/parties.js';
import { tickingClock } from '../../support/tickingClock.js';
import {
  callProxy,
  codeFor,
  loginRequest,
  type Person,
  post,
  signUp,
  stampOf,
  verifiedToken,
} from '../../support/wire.js';

// Who can write the database, but has none of the service's keys, exchanges what two rows keep sealed.

let service: TestService;
let ada: Person;
let bob: Person;
let otherConfigId: string;
beforeAll(async () => {
  const many = { most: 1000, windowSeconds: 600 };
  service = await createTestService({
    clock: tickingClock(),
    config: { codesPerContact: many, codesPerContactAndAddress: many, codesPerAddress: many },
  });
  [ada, bob] = [await signUp(service, 'ada@example.com'), await signUp(service, 'bob@example.com')];
  const { publicKey } = await createSigningKey();
  otherConfigId = (await makeParent(service.service.tools, { name: 'Other', rootPublicKey: publicKey }))
    .authProxyConfigId;
});
afterAll(() => service.close());

type Place = { table: keyof Tables; column: string; id: string };

/** Exchanges a column of the two rows with these ids, for the time of `run`. */
async function swapped({ table, column, id }: Place, [one, two]: [string, string], run: () => Promise<void>) {
  const db = service.service.tools.store.db as never as Kysely<Record<string, Record<string, unknown>>>;
  const read = async (key: string) =>
    (await db.selectFrom(table).select(column).where(id, '=', key).executeTakeFirstOrThrow())[column];
  const write = (key: string, value: unknown) =>
    db
      .updateTable(table)
      .set({ [column]: value })
      .where(id, '=', key)
      .execute();
  const [ofOne, ofTwo] = [await read(one), await read(two)];
  expect(ofOne).not.toEqual(ofTwo);
  await write(one, ofTwo);
  await write(two, ofOne);
  await run();
  await write(one, ofOne);
  await write(two, ofTwo);
}

const failed = { code: 'SEALED_UNREADABLE', status: 500 };

test('T-55: a message in the place of another is not sent to anybody', async () => {
  const ids: string[] = [];
  for (const contact of ['ada@example.com', 'bob@example.com']) {
    const request = { otpType: 'OTP_TYPE_EMAIL', contact };
    ids.push((await callProxy<{ otpId: string }>(service, proxyOtpInit, request)).otpId);
  }
  const before = service.inbox.list().length;
  await swapped({ table: 'outbox', column: 'sealed_message', id: 'owner_id' }, ids as [string, string], async () => {
    expect(await service.service.deliver()).toBe(0);
  });
  expect(service.inbox.list()).toHaveLength(before);
  service.clock.advanceMs(120_000);
  expect(await service.service.deliver()).toBe(2);
});

test('T-55: a code whose hash was put in the place of another opens nothing', async () => {
  const own = await codeFor(service, 'eve@example.com');
  const { otpId } = await codeFor(service, 'ada@example.com');
  const { db } = service.service.tools.store;
  const known = await db.selectFrom('otp_codes').selectAll().where('otp_id', '=', own.otpId).executeTakeFirstOrThrow();
  const { salt, code_hash } = known;
  await db.updateTable('otp_codes').set({ salt, code_hash }).where('otp_id', '=', otpId).execute();
  const { publicKey } = await createSigningKey();
  const stolen = { otpId, otpCode: own.otpCode, publicKey };
  await expect(callProxy(service, proxyOtpVerify, stolen)).rejects.toMatchObject({ code: 'OTP_WRONG' });
});

test('T-55: a token in the place of another is not given', async () => {
  const codes = [await codeFor(service, 'ada@example.com'), await codeFor(service, 'bob@example.com')];
  const requests = await Promise.all(codes.map(async (code) => ({ ...code, ...publicOf(await createSigningKey()) })));
  for (const request of requests) await callProxy(service, proxyOtpVerify, request);
  const ids = codes.map(({ otpId }) => otpId) as [string, string];
  await swapped({ table: 'otp_codes', column: 'sealed_token', id: 'otp_id' }, ids, async () => {
    for (const request of requests)
      await expect(callProxy(service, proxyOtpVerify, request)).rejects.toMatchObject(failed);
  });
  await expect(callProxy(service, proxyOtpVerify, requests[0] ?? {})).resolves.toHaveProperty('verificationToken');
});

const publicOf = ({ publicKey }: { publicKey: string }) => ({ publicKey });

test('T-55: a session in the place of another is not given', async () => {
  const requests: object[] = [];
  for (const { organizationId } of [ada, bob]) {
    const contact = organizationId === ada.organizationId ? 'ada@example.com' : 'bob@example.com';
    const { token, key } = await verifiedToken(service, contact);
    requests.push(await loginRequest(token, key, organizationId));
    await callProxy(service, proxyOtpLogin, requests.at(-1) ?? {});
  }
  const { db } = service.service.tools.store;
  const tokens = await db
    .selectFrom('verification_tokens')
    .select('token_id')
    .where('sealed_session', 'is not', null)
    .orderBy('created_at_ms', 'desc')
    .limit(2)
    .execute();
  const ids = tokens.map(({ token_id }) => token_id) as [string, string];
  await swapped({ table: 'verification_tokens', column: 'sealed_session', id: 'token_id' }, ids, async () => {
    for (const request of requests)
      await expect(callProxy(service, proxyOtpLogin, request)).rejects.toMatchObject(failed);
  });
  await expect(callProxy(service, proxyOtpLogin, requests[0] ?? {})).resolves.toHaveProperty('session');
});

test('T-55: a secret answer in the place of another is not repeated', async () => {
  const asked = await Promise.all(
    [ada, bob].map(async ({ key, organizationId }) => {
      const { publicKey } = await createSigningKey();
      const timestampMs = String(service.clock());
      const body = JSON.stringify({
        type: stampLogin.versions.V1.type,
        timestampMs,
        organizationId,
        parameters: { publicKey },
      });
      return { body, headers: await stampOf(key, body) };
    }),
  );
  const ask = () => Promise.all(asked.map(({ body, headers }) => post(service, stampLogin.path, body, headers)));
  const first = await ask();
  const ids = await Promise.all(first.map(async (response) => (await response.json()).activity.id));
  await swapped(
    { table: 'sealed_answers', column: 'sealed_result', id: 'activity_id' },
    ids as [string, string],
    async () => {
      expect((await ask()).map(({ status }) => status)).toEqual([500, 500]);
    },
  );
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200]);
});

test("T-55: the service signs nothing with a key of another purpose, nor the proxy with another configuration's", async () => {
  const purposes: [string, string] = ['notarizer', 'tls_fetcher_sign'];
  const { token, key } = await verifiedToken(service, 'ada@example.com');
  await swapped({ table: 'trust_keys', column: 'sealed_key', id: 'purpose' }, purposes, async () => {
    const before = await contentsOf(service.service.tools.store);
    await expect(callProxy(service, proxyOtpLogin, await loginRequest(token, key))).rejects.toMatchObject(failed);
    expect(await contentsOf(service.service.tools.store)).toEqual(before);
  });
  const configurations: [string, string] = [service.authProxyConfigId, otherConfigId];
  await swapped(
    { table: 'auth_proxy_configs', column: 'sealed_proxy_key', id: 'config_id' },
    configurations,
    async () => {
      const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'dan@example.com' };
      await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject(failed);
    },
  );
});

test('T-26: stamped bytes are good at one path of the activities, and at no other', async () => {
  const { publicKey } = await createSigningKey();
  const { key, organizationId } = ada;
  const timestampMs = String(service.clock());
  const body = JSON.stringify({
    type: stampLogin.versions.V1.type,
    timestampMs,
    organizationId,
    parameters: { publicKey },
  });
  const headers = await stampOf(key, body);
  const before = await contentsOf(service.service.tools.store);
  const rows: { path: string; kind: string }[] = [activityRows, queryRows, proxyRows].flatMap((each) =>
    Object.values(each),
  );
  for (const { path } of rows.filter((row) => row.path !== stampLogin.path)) {
    const configured = { ...headers, 'X-Auth-Proxy-Config-Id': service.authProxyConfigId };
    expect((await post(service, path, body, configured)).status, path).toBe(400);
  }
  const query = JSON.stringify({ organizationId, activityId: absentId });
  for (const { path, kind } of rows.filter((row) => row.kind === 'activity')) {
    expect((await post(service, path, query, await stampOf(key, query))).status, `${kind} ${path}`).toBe(400);
  }
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
  expect((await post(service, stampLogin.path, body, headers)).status).toBe(200);
});
