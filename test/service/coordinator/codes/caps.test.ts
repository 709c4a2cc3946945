import { afterEach, describe, expect, test } from 'vitest';
import type { AuthProxyConfigChanges } from '../../../../src/contract/authProxy.records.js';
import { proxyOtpInit } from '../../../../src/contract/proxy.js';
import { type RefusalCode, RefusedError } from '../../../../src/contract/refusals.js';
import { countOne } from '../../../../src/service/limits/hourCounts.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { codeOf, logInWith } from '../../../support/guesses.js';
import { reasonOf, seen } from '../../../support/seen.js';
import { databases } from '../../../support/stores.js';
import { callProxy, post } from '../../../support/wire.js';

/** The primitives of a server: with WebCrypto this many requests take 50 % longer. */
const primitives = await nodePrimitives();

const minuteMs = 60_000;
let service: TestService;
let log: { event: string; facts: object }[];
afterEach(() => service.close());

type Answer = 'sent' | { readonly code: RefusalCode | (string & {}); readonly waitMs: number | undefined };

/** Asks for a code. */
async function ask(contact: string, clientAddress = '192.0.2.1', deviceToken?: string): Promise<Answer> {
  service.clock.advanceMs(1);
  const otpType = contact.startsWith('+') ? 'OTP_TYPE_SMS' : 'OTP_TYPE_EMAIL';
  try {
    await callProxy(service, proxyOtpInit, { otpType, contact, deviceToken }, {}, clientAddress);
    return 'sent';
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { code: error.code, waitMs: error.retryAfterMs };
  }
}

/** A person for each number, with their own contact and address. */
const person = (number: number, callingCode?: string) =>
  [
    callingCode === undefined ? `person${number}@example.com` : `+${callingCode}${20_000_000 + number}`,
    `10.${callingCode ?? 0}.${Math.floor(number / 200)}.${number % 200}`,
  ] as const;

async function askAll(from: number, to: number, callingCode?: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let number = from; number < to; number += 1) answers.push(await ask(...person(number, callingCode)));
  return answers;
}

const tally = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const name = answer === 'sent' ? answer : answer.code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

const start = async (open: () => Promise<Store>, config?: AuthProxyConfigChanges) => {
  log = [];
  service = await createTestService({
    store: await open(),
    primitives,
    config: { allowedAuthMethods: ['email', 'sms'], ...config },
    log: (event, facts = {}) => void log.push({ event, facts }),
  });
};

/** What a device gets that logs in before anything is counted: its codes are taken out of the counts again. */
async function deviceTokenOf(contact: string): Promise<string> {
  const { db } = service.service.tools.store;
  const counts = await db.selectFrom('code_counts').selectAll().execute();
  await db.deleteFrom('code_counts').execute();
  const token = await logInWith(service, await codeOf(service, { contact, address: '192.0.2.9' }));
  await db.deleteFrom('code_counts').execute();
  await db.insertInto('code_counts').values(counts).execute();
  return token;
}

const contents = () => contentsOf(service.service.tools.store);

describe.each(databases)('on $name', ({ open }) => {
  test('A-51: of many requests at once exactly as many are served as the cap allows; refused ones write nothing', async () => {
    await start(open, { emailsPerHour: 10 });
    const before = await contents();
    const answers = await Promise.all(Array.from({ length: 40 }, (_, number) => ask(...person(number))));
    expect(tally(answers)).toEqual({ sent: 10, LOGIN_BUSY: 30 });
    const after = await contents();
    const grown = Object.keys(after).map((table) => [
      table,
      (after[table] ?? []).length - (before[table] ?? []).length,
    ]);
    expect(Object.fromEntries(grown.filter(([, rows]) => rows !== 0))).toEqual({
      otp_codes: 10,
      outbox: 10,
      sent_messages: 10,
      activities: 10,
      code_counts: 1,
    });
    expect(await ask(...person(41))).toMatchObject({ code: 'LOGIN_BUSY' });
    expect(await contents()).toEqual(after);
  });

  test('A-51: a number that is not served gets no text, and writes nothing', async () => {
    await start(open);
    const before = await contents();
    for (const number of ['+881622123456', '+19005550100', '+99912345678']) {
      expect(await ask(number)).toMatchObject({ code: 'CONTACT_NOT_SERVED' });
    }
    expect(await contents()).toEqual(before);
  });

  test('A-51: counts made while the clock was a day ahead fill no cap once it is right', async () => {
    await start(open, { emailsPerHour: 10 });
    service.clock.advanceMs(24 * 60 * minuteMs);
    expect(tally(await askAll(0, 10))).toEqual({ sent: 10 });
    service.clock.advanceMs(-24 * 60 * minuteMs);
    expect(tally(await askAll(10, 22))).toEqual({ sent: 10, LOGIN_BUSY: 2 });
    service.clock.advanceMs(60 * minuteMs);
    expect(tally(await askAll(22, 32))).toEqual({ sent: 10 });
  });

  test('A-51: a high cap is counted in several rows, and never exceeded', async () => {
    await start(open);
    const { store, random } = service.service.tools;
    const { organizationId, clock } = service;
    const place = { organization_id: organizationId, counter: 'c' };
    const nowMs = clock();
    const rows = [0, 1, 2].map((part) => ({ ...place, part, slices: JSON.stringify([[nowMs, 5000]]) }));
    await store.db.insertInto('code_counts').values(rows).execute();
    const one = () =>
      store.transaction((transaction) =>
        countOne(transaction, random, { organizationId, counter: 'c', most: 15_010, nowMs: clock() }),
      );
    const counted = await Promise.all(Array.from({ length: 30 }, one));
    expect(counted.filter((each) => 'used' in each)).toHaveLength(10);
    expect(counted.find((each) => 'waitMs' in each)).toEqual({ waitMs: 60 * minuteMs });
  });

  test('A-51: refusals at a full cap, in its last fifth and for unserved numbers open no transaction', async () => {
    const store = await open();
    let opened = 0;
    const transaction: typeof store.transaction = (run) => {
      opened += 1;
      return store.transaction(run);
    };
    await start(async () => ({ ...store, transaction }), { emailsPerHour: 10, textsPerHourAndCallingCode: 4 });
    expect(tally(await askAll(0, 9))).toEqual({ sent: 9 });
    expect(tally(await askAll(0, 4, '44'))).toEqual({ sent: 4 });
    const token = await deviceTokenOf('ada@example.com');
    const before = opened;
    // One is left: not for who has had one within the hour.
    expect(await ask(...person(0))).toMatchObject({ code: 'LOGIN_BUSY' });
    expect(tally(await askAll(100, 110, '44'))).toEqual({ LOGIN_BUSY: 10 });
    expect(await ask('+881622123456')).toMatchObject({ code: 'CONTACT_NOT_SERVED' });
    expect(opened).toBe(before);
    expect(tally(await askAll(9, 10))).toEqual({ sent: 1 });
    const full = opened;
    expect(tally(await askAll(10, 20))).toEqual({ LOGIN_BUSY: 10 });
    expect(opened).toBe(full);
    // The devices' cap has room.
    expect(await ask('ada@example.com', '192.0.2.9', token)).toBe('sent');
    expect(opened).toBe(full + 1);
  });
  test('A-51: 1,200 texts to premium and satellite numbers, from 40 addresses in 12 s: none is sent', async () => {
    await start(open);
    const numbers = ['+8816221', '+8821300', '+8701234', '+1900555', '+4490912', '+9791234', '+8881234', '+4913755'];
    const answers: Answer[] = [];
    for (let text = 0; text < 1200; text += 1) {
      service.clock.advanceMs(9);
      answers.push(await ask(`${numbers[text % numbers.length]}${1000 + text}`, `192.0.2.${text % 40}`));
    }
    expect(tally(answers)).toEqual({ CONTACT_NOT_SERVED: 1200 });
    const { otp_codes, outbox, code_counts } = await contents();
    expect([otp_codes, outbox, code_counts]).toEqual([[], [], []]);
  });

  test('A-51: 3,000 e-mails, 500 texts and 100 texts a calling code are the caps of an hour', async () => {
    await start(open);
    const codes = ['44', '49', '33', '31', '32', '41'];
    for (const code of codes.slice(0, 5))
      expect(tally(await askAll(0, 101, code))).toEqual({ sent: 100, LOGIN_BUSY: 1 });
    expect(tally(await askAll(0, 2, '41'))).toEqual({ LOGIN_BUSY: 2 });
    const { db } = service.service.tools.store;
    const slices = JSON.stringify([[service.clock(), 2980]]);
    const count = { organization_id: service.organizationId, counter: 'stranger/email', part: 0, slices };
    await db.insertInto('code_counts').values(count).execute();
    expect(tally(await askAll(0, 25))).toEqual({ sent: 20, LOGIN_BUSY: 5 });
    const near = log.filter(({ event }) => event.startsWith('cap '));
    expect(near.filter(({ event }) => event === 'cap full')).toHaveLength(7);
    expect(near).toContainEqual({
      event: 'cap near',
      facts: {
        organizationId: service.organizationId,
        as: 'stranger',
        channel: 'sms',
        callingCode: '44',
        used: 80,
        most: 100,
      },
    });
    expect(near).toContainEqual({
      event: 'cap near',
      facts: { organizationId: service.organizationId, as: 'stranger', channel: 'sms', used: 400, most: 500 },
    });
    expect(JSON.stringify(near).replaceAll(service.organizationId, '')).not.toMatch(/person|@|\+|20000/);
  });

  test('A-51: the answer at a full cap is 429 with a Retry-After that is long enough', async () => {
    await start(open, { emailsPerHour: 4 });
    expect(tally(await askAll(0, 2))).toEqual({ sent: 2 });
    service.clock.advanceMs(20 * minuteMs);
    expect(tally(await askAll(2, 4))).toEqual({ sent: 2 });
    service.clock.advanceMs(10 * minuteMs);
    const request = JSON.stringify({ otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
    const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId, Origin: 'https://app.example.com' };
    const refusal = await seen(await post(service, proxyOtpInit.path, request, headers, '192.0.2.1'));
    expect([refusal.status, reasonOf(refusal)]).toEqual([429, 'LOGIN_BUSY']);
    const seconds = Number(refusal.headers['retry-after']);
    expect(seconds).toBeGreaterThan(29 * 60);
    expect(seconds).toBeLessThanOrEqual(30 * 60);
    expect(refusal.body).not.toContain('Max number of OTPs');
    service.clock.advanceMs((seconds - 5) * 1000);
    expect(tally(await askAll(4, 5))).toEqual({ LOGIN_BUSY: 1 });
    service.clock.advanceMs(5000);
    expect(tally(await askAll(4, 7))).toEqual({ sent: 2, LOGIN_BUSY: 1 });
  });

  test('A-51: in the last fifth of a cap a contact gets one code an hour, and an address three', async () => {
    await start(open, { emailsPerHour: 20 });
    expect(await ask('ada@example.com', '198.51.100.1')).toBe('sent');
    service.clock.advanceMs(10 * minuteMs);
    for (let number = 0; number < 3; number += 1)
      expect(await ask(`office${number}@example.com`, '198.51.100.2')).toBe('sent');
    expect(tally(await askAll(0, 12))).toEqual({ sent: 12 });
    const before = await contents();
    const ada = await ask('ada@example.com', '203.0.113.1');
    expect(ada).toMatchObject({ code: 'LOGIN_BUSY' });
    expect(Math.ceil(((ada as { waitMs: number }).waitMs ?? 0) / minuteMs)).toBe(50);
    expect(await ask('office3@example.com', '198.51.100.2')).toMatchObject({ code: 'LOGIN_BUSY' });
    expect(await contents()).toEqual(before);
    // By text message, which is far from its cap, the same address gets more.
    expect(await ask('+442071838750', '198.51.100.2')).toBe('sent');
    expect(await ask('eve@example.com', '198.51.100.1')).toBe('sent');
    expect(await ask('eve@example.com', '198.51.100.9')).toMatchObject({ code: 'LOGIN_BUSY' });
    service.clock.advanceMs(50 * minuteMs);
    expect(await ask('ada@example.com', '203.0.113.1')).toBe('sent');
    expect(tally(await askAll(20, 24))).toEqual({ sent: 3, LOGIN_BUSY: 1 });
  });

  test('A-51: of many requests at once for a contact, the last fifth of a cap serves one', async () => {
    await start(open, { emailsPerHour: 20 });
    expect(tally(await askAll(0, 16))).toEqual({ sent: 16 });
    const answers = await Promise.all([1, 2, 3, 4].map((number) => ask('ada@example.com', `203.0.113.${number}`)));
    expect(tally(answers)).toEqual({ sent: 1, LOGIN_BUSY: 3 });
  });

  test('A-72: e-mails and texts have caps and a last fifth of their own', async () => {
    await start(open, { emailsPerHour: 10, textsPerHour: 10, textsPerHourAndCallingCode: 10 });
    const office = '198.51.100.2';
    for (let number = 0; number < 3; number += 1) expect(await ask(`office${number}@example.com`, office)).toBe('sent');
    expect(tally(await askAll(0, 9))).toEqual({ sent: 7, LOGIN_BUSY: 2 });
    // E-mails are used up, and of texts all are left.
    expect(tally(await askAll(0, 9, '44'))).toEqual({ sent: 9 });
    // The last text is for an address with three e-mails, since those are none of its texts.
    expect(await ask('+442071838750', office)).toBe('sent');
    expect(await ask('+442071838751', '198.51.100.3')).toMatchObject({ code: 'LOGIN_BUSY' });
  });

  test('A-51: strangers do not use up the devices’ cap, which is as high and has its own last fifth', async () => {
    await start(open);
    const deviceTokens: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const [contact, address] = person(number);
      deviceTokens.push(await logInWith(service, await codeOf(service, { contact, address })));
    }
    const asDevice = (number: number) => ask(...person(number), deviceTokens[number]);
    service.clock.advanceMs(60 * minuteMs);
    await service.configure({ emailsPerHour: 5 });
    expect(tally(await askAll(100, 106))).toEqual({ sent: 5, LOGIN_BUSY: 1 });
    expect(await ask(...person(0))).toMatchObject({ code: 'LOGIN_BUSY' });
    expect(tally([await asDevice(0), await asDevice(1), await asDevice(2), await asDevice(3)])).toEqual({ sent: 4 });
    // One is left: not for who has had one within the hour.
    expect(await asDevice(0)).toMatchObject({ code: 'LOGIN_BUSY' });
    expect(await asDevice(4)).toBe('sent');
    expect(await asDevice(5)).toMatchObject({ code: 'LOGIN_BUSY' });
    // Nor do they use up what strangers have.
    service.clock.advanceMs(59 * minuteMs);
    expect(tally(await askAll(200, 201))).toEqual({ LOGIN_BUSY: 1 });
    service.clock.advanceMs(minuteMs);
    expect(tally(await askAll(200, 206))).toEqual({ sent: 5, LOGIN_BUSY: 1 });
  });

  test('A-51: the configuration sets the countries of text messages', async () => {
    await start(open, { smsCountries: { allow: ['44', '881'] } });
    expect(await ask('+442071838750', '192.0.2.1')).toBe('sent');
    expect(await ask('+881622123456', '192.0.2.2')).toBe('sent');
    expect(await ask('+4915112345678', '192.0.2.3')).toMatchObject({ code: 'CONTACT_NOT_SERVED' });
    expect(await ask('+449098790000', '192.0.2.3')).toMatchObject({ code: 'CONTACT_NOT_SERVED' });
    await service.configure({ smsCountries: { deny: ['44'] } });
    expect(await ask('+442071838751', '192.0.2.4')).toMatchObject({ code: 'CONTACT_NOT_SERVED' });
    expect(await ask('+4915112345678', '192.0.2.3')).toBe('sent');
    expect(await ask('ada@example.com', '192.0.2.3')).toBe('sent');
    await service.configure({ smsCountries: {} });
    expect(await ask('+442071838751', '192.0.2.4')).toBe('sent');
    for (const smsCountries of [{ allow: ['999'] }, { deny: ['440'] }]) {
      await expect(service.configure({ smsCountries })).rejects.toThrow('PROXY_CONFIG_INVALID');
    }
    for (const smsCountries of [{ allow: [] }, { allow: ['+44'] }, { deny: ['GB'] }]) {
      await expect(service.configure({ smsCountries })).rejects.toThrow('REQUEST_INVALID');
    }
    await expect(service.configure({ textsPerHour: 0 })).rejects.toThrow('REQUEST_INVALID');
  });
});
