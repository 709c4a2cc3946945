import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { approveActivity } from '../../../../src/contract/activities.js';
import { proxyOtpInit, proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import {
  type GetLimitsUseResponse,
  type GetStatisticsResponse,
  getLimitsUse,
  getStatistics,
  type Statistic,
} from '../../../../src/contract/statistics.queries.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createService } from '../../../../src/service/createService.js';
import { createInbox } from '../../../../src/service/delivery/inbox.js';
import { createStatistics, type Happening } from '../../../../src/service/limits/statistics.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import type { Store } from '../../../../src/service/store/store.js';
import { StoreError } from '../../../../src/service/store/storeError.js';
import { createTestClock } from '../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { freshSecrets } from '../../../support/live/secrets.js';
import {
  act,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
} from '../../../support/parties.js';
import { createPasskey } from '../../../support/passkey.js';
import { databases, sharedDatabases } from '../../../support/stores.js';
import { ask, callProxy, envelope, post, signUp, stampOf, type Wired, wallet } from '../../../support/wire.js';

const primitives = await nodePrimitives();
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** On the hour, so that nothing here crosses one by chance. */
const beganAtMs = Math.floor(Date.now() / hourMs) * hourMs;

type Asked = { readonly fromMs?: number; readonly toMs?: number; readonly resolution?: 'HOUR' | 'DAY' };

async function spansOf(test: Wired, { key, organizationId }: Pick<Party, 'key' | 'organizationId'>, asked: Asked = {}) {
  const { fromMs = beganAtMs, toMs = test.clock(), resolution = 'HOUR' } = asked;
  const request = { organizationId, from: String(fromMs), to: String(toMs), resolution };
  return (await ask<GetStatisticsResponse>(test, key, getStatistics, request)).spans;
}

/** In any order. */
const sorted = (statistics: readonly Statistic[] = []) =>
  statistics.map((each) => Object.values(each).join(' ')).toSorted();

async function written({ clock, service }: Wired): Promise<void> {
  clock.advanceMs(10_000);
  await service.deliver();
}

const sign = (test: Wired, by: Party, signWith: string) =>
  done(test, by, signRawPayload, {
    signWith,
    payload: '00',
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_SHA256',
  });

describe.each(databases)('on $name', ({ name, open }) => {
  let service: TestService;
  let root: Party;
  beforeEach(async () => {
    const config = { allowedAuthMethods: ['email' as const] };
    service = await createTestService({ store: await open(), primitives, config, clock: createTestClock(beganAtMs) });
    root = await rootOf(service);
  });
  afterEach(() => service.close());

  test('logins, sign-ups, signatures and failures of sub-organizations are their parent’s, by method, step and reason', async () => {
    const ada = await signUp(service, 'ada@example.com');
    await sign(service, ada, ada.addresses[0] ?? '');
    await sign(service, ada, ada.addresses[0] ?? '');
    service.clock.advanceMs(1);
    const { otpId } = await callProxy<{ otpId: string }>(service, proxyOtpInit, {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'ada@example.com',
    });
    const typed = { otpId, otpCode: '000000', publicKey: (await createSigningKey()).publicKey };
    await expect(callProxy(service, proxyOtpVerify, typed)).rejects.toMatchObject({ code: 'OTP_WRONG' });
    const texted = callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact: '+14155550100' });
    await expect(texted).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
    await expect(sign(service, ada, wallet.walletName)).rejects.toThrow();
    expect(await spansOf(service, root)).toEqual([]); // not yet
    await written(service);
    const [span, ...others] = await spansOf(service, root);
    expect([span?.from, others]).toEqual([String(beganAtMs), []]);
    expect(sorted(span?.statistics)).toEqual([
      'FAILURE otp_verify OTP_WRONG 1',
      'FAILURE sign_raw_payload SIGNER_NOT_FOUND 1',
      'FAILURE sms otp_init METHOD_NOT_ENABLED 1',
      'LOGIN email 1',
      'SIGNATURE sign_raw_payload 2',
      'SIGNUP email 1',
    ]);
  });

  test('T2: strangers, by keys and organizations that they make up, write nothing into the operators’ numbers', async () => {
    const { users } = await makeSubOrganization(service);
    const key = await createSigningKey();
    for (const organizationId of [root.organizationId, users[0].organizationId, crypto.randomUUID()]) {
      const stranger = { ...users[0], key, organizationId };
      await expect(sign(service, stranger, users[0].organizationId)).rejects.toThrow();
      const body = envelope(service, stampLogin, organizationId, { publicKey: key.publicKey });
      expect((await post(service, stampLogin.path, body, await (await createPasskey()).stamp(body))).ok).toBe(false);
      expect((await post(service, stampLogin.path, body, await stampOf(key, body))).ok).toBe(false);
    }
    expect(service.service.tools.statistics.take('now').map(({ kind }) => kind)).toEqual(['SIGNUP']);
  });

  // On SQLite every transaction waits for the one before it.
  const testWithLocks = name === 'PostgreSQL' ? test : () => {};
  testWithLocks('messages go out while they cannot be written', async () => {
    const { db } = service.service.tools.store;
    await makeSubOrganization(service);
    service.clock.advanceMs(10_000);
    await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
    let delivered: Promise<number> | undefined;
    await db.transaction().execute(async (transaction) => {
      await sql`lock table statistics in access exclusive mode`.execute(transaction);
      delivered = service.service.deliver();
      await expect.poll(() => service.inbox.lastCode('ada@example.com')).toBeDefined();
    });
    await delivered;
  });

  test('what could not be written is counted once it can be', async () => {
    const { db } = service.service.tools.store;
    await signUp(service, 'ada@example.com');
    await sql`alter table statistics rename to away`.execute(db);
    service.clock.advanceMs(10_000);
    await service.service.deliver().catch(() => {}); // nothing counts on it
    await sql`alter table away rename to statistics`.execute(db);
    await written(service);
    expect(sorted((await spansOf(service, root))[0]?.statistics)).toEqual(['LOGIN email 1', 'SIGNUP email 1']);
  });

  test('a login by a key counts once, and its renewals and its bytes sent again do not', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const session = await createSigningKey();
    const body = envelope(service, stampLogin, ada.organizationId, { publicKey: session.publicKey });
    for (let sent = 0; sent < 3; sent += 1)
      expect((await post(service, stampLogin.path, body, await stampOf(ada.key, body))).status).toBe(200);
    service.clock.advanceMs(1);
    await done(service, { ...ada, key: session }, stampLogin, { publicKey: session.publicKey });
    await written(service);
    expect(sorted((await spansOf(service, root))[0]?.statistics)).toEqual(['LOGIN wallet 1', 'SIGNUP wallet 1']);
  });

  test('a signature that waited for votes counts when the last one comes', async () => {
    const made = await makeSubOrganization(service, { roots: 2, threshold: 2, wallet: wallet as never });
    const [ada, grace] = made.users as [Party, Party];
    const asked = await act(service, ada, signRawPayload, {
      signWith: made.wallet.addresses[0] ?? '',
      payload: '00',
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_SHA256',
    });
    await written(service);
    const counted = async () =>
      sorted((await spansOf(service, root))[0]?.statistics).filter((each) => /^SIGNA/.test(each));
    expect(await counted()).toEqual([]);
    await done(service, grace, approveActivity, { fingerprint: asked.fingerprint });
    await written(service);
    expect(await counted()).toEqual(['SIGNATURE sign_raw_payload 1']);
  });

  test('hours and days are added up, also after the clock was set back', async () => {
    await signUp(service, 'ada@example.com');
    await written(service);
    service.clock.advanceMs(25 * hourMs);
    const ada = await signUp(service, 'grace@example.com');
    await written(service);
    service.clock.advanceMs(-25 * hourMs);
    await signUp(service, 'joan@example.com');
    await service.service.deliver(); // the clock was set back: it is not waited for
    service.clock.advanceMs(26 * hourMs);
    const days = await spansOf(service, root, { resolution: 'DAY' });
    expect(days.map(({ from, statistics }) => [Number(from) - beganAtMs, sorted(statistics)])).toEqual([
      [0, ['LOGIN email 2', 'SIGNUP email 2']],
      [dayMs, ['LOGIN email 1', 'SIGNUP email 1']],
    ]);
    const hours = await spansOf(service, root);
    expect(hours.map(({ from }) => Number(from) - beganAtMs)).toEqual([0, 25 * hourMs]);
    expect(ada.userId).toBeDefined();
    service.clock.advanceMs(402 * dayMs);
    await service.service.deliver();
    expect(await service.service.tools.store.db.selectFrom('statistics').selectAll().execute()).toEqual([]);
  });

  test('they are for the users of the top-level organization alone, and within bounds', async () => {
    const other = await makeOtherParent(service);
    const [ada] = (await makeSubOrganization(service)).users;
    const clerk = await makeMember(service, root.organizationId, null, 'Clerk');
    await written(service);
    expect(await spansOf(service, { key: clerk.key, organizationId: root.organizationId })).not.toEqual([]);
    expect(await spansOf(service, other)).toEqual([]);
    const refusal = (by: Party, organizationId: string) =>
      spansOf(service, { key: by.key, organizationId }).catch(({ code }) => code);
    expect(await refusal(other, root.organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await refusal(ada, ada.organizationId)).toBe('NOT_AUTHORIZED');
    expect(await refusal(ada, root.organizationId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await refusal(await proxyOf(service), root.organizationId)).toBe('NOT_AUTHORIZED');
    expect(await refusal(root, ada.organizationId)).toEqual([]);
    for (const asked of [
      { toMs: beganAtMs - hourMs },
      { toMs: beganAtMs + 7 * dayMs },
      { toMs: beganAtMs + 92 * dayMs, resolution: 'DAY' },
      { toMs: 999_999_999_999_999 },
    ] as const)
      await expect(spansOf(service, root, asked)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  test('what is used of a cap is what was sent within the hour, of new devices and known ones apart', async () => {
    await service.configure({ allowedAuthMethods: ['email', 'sms'], textsPerHour: 20_000, emailsPerHour: 5 });
    const usesOf = async ({ key, organizationId }: Pick<Party, 'key' | 'organizationId'> = root) =>
      (await ask<GetLimitsUseResponse>(service, key, getLimitsUse, { organizationId })).uses
        .filter(({ used }) => used > 0)
        .map((use) => Object.values(use).join(' '));
    expect(await usesOf()).toEqual([]);
    for (let number = 0; number < 6; number += 1) {
      const contact = `+1415555010${number}`;
      await callProxy(service, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact }, {}, `192.0.2.${number}`);
    }
    await signUp(service, 'ada@example.com');
    expect(await usesOf()).toEqual([
      'emailsPerHour NEW 1 5',
      'textsPerHour NEW 6 20000',
      'textsPerHourAndCallingCode NEW 1 6 100',
    ]);
    const other = await makeOtherParent(service);
    expect(await usesOf(other)).toEqual([]);
    await expect(usesOf({ ...root, key: other.key })).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    const [ada] = (await makeSubOrganization(service)).users;
    await expect(usesOf(ada)).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
    await expect(usesOf(await proxyOf(service))).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
    service.clock.advanceMs(hourMs);
    expect(await usesOf()).toEqual([]);
  });

  test('what could not be written is written later', async () => {
    const { db } = service.service.tools.store;
    await makeSubOrganization(service);
    await sql`alter table statistics rename to away`.execute(db);
    await written(service);
    await sql`alter table away rename to statistics`.execute(db);
    expect(await spansOf(service, root)).toEqual([]);
    await written(service);
    expect(sorted((await spansOf(service, root))[0]?.statistics)).toEqual(['SIGNUP wallet 1']);
  });
});

/** The times of each of many happenings, after the store failed once: while it wrote a part of them, or when it had committed that part. */
async function timesAfter(store: Store, fails: 'before' | 'after', failing: number): Promise<number[]> {
  let sent = 0;
  let isFailing = false;
  const failed = () => new StoreError('STORE_UNAVAILABLE', 'It is down.');
  const service = await createTestService({
    store: {
      ...store,
      transaction: async (run) => {
        if (!isFailing) return store.transaction(run);
        sent += 1;
        if (sent === failing && fails === 'before') throw failed();
        const result = await store.transaction(run);
        if (sent === failing) throw failed();
        return result;
      },
    },
    primitives,
    clock: createTestClock(beganAtMs),
  });
  const { organizationId } = await rootOf(service);
  const { statistics } = service.service.tools;
  for (let index = 0; index < 250; index += 1)
    statistics.count({ organizationId, kind: 'FAILURE', method: '', step: `${index}`, code: 'OTHER' });
  isFailing = true;
  await written(service);
  isFailing = false;
  await written(service);
  await written(service);
  const rows = await store.db.selectFrom('statistics').select('times').where('kind', '=', 'FAILURE').execute();
  await service.close();
  return rows.map(({ times }) => Number(times));
}

describe.each(databases)('where the database fails between two parts of them, on $name', ({ open }) => {
  test.each([
    ['before', 2],
    ['after', 2],
    ['before', 1],
  ] as const)('%s the commit of part %i, each is counted once', async (fails, failing) => {
    expect(await timesAfter(await open(), fails, failing)).toEqual(Array(250).fill(1));
  });
});

describe.each(sharedDatabases)('two processes on $name', ({ fresh }) => {
  test('are added up, and what a process has not written yet is written when it stops', async () => {
    const { secrets } = freshSecrets();
    const open = await fresh();
    const start = async () => {
      const clock = createTestClock(beganAtMs);
      const inbox = createInbox(clock);
      const service = await createService({ store: await open(), secrets, send: inbox.send, clock, primitives });
      return { service, clock, inbox, authProxyConfigId: '' };
    };
    const [one, other, third] = [await start(), await start(), await start()];
    const key = await createSigningKey();
    const { organizationId } = await makeParent(one.service.tools, { name: 'Parent', rootPublicKey: key.publicKey });
    for (const by of [one, other, other])
      await done(by, { key, organizationId }, stampLogin, {
        publicKey: (await createSigningKey()).publicKey,
      });
    await written(one);
    const counted = async () => sorted((await spansOf(third, { key, organizationId }))[0]?.statistics);
    expect(await counted()).toEqual(['LOGIN wallet 1']);
    await one.service.close();
    await other.service.close();
    expect(await counted()).toEqual(['LOGIN wallet 3']);
    await third.service.close();
  });
});

test('T2: many organizations and codes that somebody makes up fill neither memory nor tables', async () => {
  const clock = createTestClock(beganAtMs);
  const statistics = createStatistics(clock);
  const failure: Happening = { organizationId: '', kind: 'FAILURE', method: '', step: 'stamp_login', code: 'OTHER' };
  for (let index = 0; index < 20_000; index += 1) statistics.count({ ...failure, organizationId: `${index}` });
  expect(statistics.take()).toHaveLength(10_000); // at once
  const service = await createTestService({ primitives, clock });
  const key = await createSigningKey();
  for (let index = 0; index < 5; index += 1) {
    const body = envelope(service, stampLogin, crypto.randomUUID(), { publicKey: key.publicKey });
    expect((await post(service, stampLogin.path, body, await stampOf(key, body))).ok).toBe(false);
  }
  await written(service);
  expect(await service.service.tools.store.db.selectFrom('statistics').selectAll().execute()).toEqual([]);
  await service.close();
});
