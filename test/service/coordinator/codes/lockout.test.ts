import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initOtp } from '../../../../src/contract/otp.js';
import { proxyWalletKitConfig } from '../../../../src/contract/proxyConfig.js';
import { countWrongTry, isBudgetSpent } from '../../../../src/service/coordinator/codes/wrongTries.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { type Asking, ask, codeOf, guess, logInWith, verify, wrongTries } from '../../../support/guesses.js';
import { databases } from '../../../support/stores.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { callProxy } from '../../../support/wire.js';

/** The primitives of a server: with WebCrypto this many requests take 50 % longer. */
const primitives = await nodePrimitives();

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const holder = '198.51.100.1';
const many = { most: 10_000, windowSeconds: 1 };

let service: TestService;
afterEach(() => service.close());

/** The address of the stranger of that number. */
const stranger = (index: number) => `10.0.${index >> 8}.${index & 255}`;

/** So many wrong tries of strangers at a contact, three at each code, each code from an address of its own. */
async function strangersGuess(tries: number, asking: Asking = {}): Promise<void> {
  for (let done = 0; done < tries; done += 3) {
    await guess(service, Math.min(3, tries - done), { ...asking, address: stranger(done) });
    service.clock.advanceMs(10 * minuteMs);
  }
}

const strangersTries = () => wrongTries(service.service.tools.store, 'ada@example.com');
const long = { otpLength: 9, otpAlphanumeric: true };
const short = { otpLength: 6, otpAlphanumeric: false };

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open(), primitives, clock: tickingClock() });
  });

  test('A-49: at the hundredth wrong attempt strangers’ codes become long, and nobody is locked out', async () => {
    await strangersGuess(99);
    expect(await strangersTries()).toBe(99);
    const unused = await codeOf(service, { address: holder });
    expect(unused).toMatchObject(short);
    expect(await guess(service, 1)).toEqual(['OTP_WRONG']);
    expect(await verify(service, unused)).toBe('OTP_EXPIRED');
    const fresh = await codeOf(service, { address: holder });
    expect(fresh).toMatchObject(long);
    expect(fresh.otpCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
    expect(await logInWith(service, fresh)).toMatch(/\./);
    expect(await codeOf(service, { contact: 'bob@example.com' })).toMatchObject(short);
  });

  test('A-49: wrong tries count for thirty days, and a login forgives none', async () => {
    await strangersGuess(99);
    service.clock.advanceMs(5 * dayMs);
    await guess(service, 1);
    await logInWith(service, await codeOf(service, { address: holder }));
    expect(await codeOf(service)).toMatchObject(long);
    service.clock.advanceMs(24 * dayMs);
    expect(await codeOf(service)).toMatchObject(long);
    service.clock.advanceMs(dayMs);
    expect(await codeOf(service)).toMatchObject(short);
    await service.service.deliver();
    expect(await strangersTries()).toBe(100);
    service.clock.advanceMs(6 * dayMs);
    await service.service.deliver();
    expect(await strangersTries()).toBe(0);
  });

  test('A-49: a device that has logged in is not affected by strangers, and keeps the short code', async () => {
    const deviceToken = await logInWith(service, await codeOf(service, { address: holder }));
    await strangersGuess(100);
    for (let index = 0; index < 10; index += 1) await ask(service, { address: stranger(index) });
    expect(await ask(service, { address: holder })).toBeGreaterThan(0);
    const code = await codeOf(service, { address: holder, deviceToken });
    expect(code).toMatchObject(short);
    expect(await logInWith(service, code)).not.toBe(deviceToken);
    expect(await strangersTries()).toBe(100);
  });

  test('A-49: thirty wrong tries of one device make its codes long, and those under way useless', async () => {
    await service.configure({ codesPerDevice: many, codesPerContactFromDevices: many });
    const deviceToken = await logInWith(service, await codeOf(service, { address: holder }));
    const other = await logInWith(service, await codeOf(service, { address: holder }));
    for (let codes = 0; codes < 10; codes += 1) {
      service.clock.advanceMs(60 * minuteMs);
      if (codes === 9) break;
      await guess(service, 3, { address: holder, deviceToken });
    }
    await guess(service, 2, { address: holder, deviceToken });
    service.clock.advanceMs(60 * minuteMs);
    const unused = await codeOf(service, { address: holder, deviceToken });
    expect(unused).toMatchObject(short);
    await guess(service, 1, { address: holder, deviceToken });
    expect(await verify(service, unused)).toBe('OTP_EXPIRED');
    expect(await codeOf(service, { address: holder, deviceToken })).toMatchObject(long);
    expect(await codeOf(service, { address: holder, deviceToken: other })).toMatchObject(short);
    expect(await codeOf(service, { address: holder })).toMatchObject(short);
    expect(await strangersTries()).toBe(0);
  });
});

describe('on one store', () => {
  beforeEach(async () => {
    service = await createTestService({
      clock: tickingClock(),
      config: { allowedAuthMethods: ['email', 'sms'] },
    });
  });

  test('A-49: a hundred wrong tries of all devices of a contact make the codes of every one of them long', async () => {
    const free = { codesPerDevice: many, codesPerContactFromDevices: many, codesPerAddressFromDevices: many };
    const anyone = { codesPerContactAndAddress: many, codesPerContact: many, refusalsPerAddress: many };
    await service.configure({ ...free, ...anyone });
    const devices: string[] = [];
    for (let logins = 0; logins < 12; logins += 1) {
      devices.push(await logInWith(service, await codeOf(service, { address: stranger(logins) })));
    }
    const [last = '', ...others] = devices;
    for (const deviceToken of others) {
      for (let codes = 0; codes < 3; codes += 1) await guess(service, 3, { address: holder, deviceToken });
    }
    const before = await codeOf(service, { address: holder, deviceToken: last });
    await guess(service, 1, { address: holder, deviceToken: last });
    expect(await wrongTries(service.service.tools.store, 'ada@example.com', 'devices')).toBe(100);
    expect(before).toMatchObject(short);
    expect(await verify(service, before)).toBe('OTP_EXPIRED');
    expect(await codeOf(service, { address: holder, deviceToken: last })).toMatchObject(long);
    expect(await codeOf(service, { address: holder })).toMatchObject(short);
  });

  test('A-49: the first of a hundred wrong tries counts until its thirtieth day is over, to the millisecond', async () => {
    const { db } = service.service.tools.store;
    const guessAt = (nowMs: number) => ({
      organizationId: service.organizationId,
      limitKey: 'ada@example.com',
      device: null,
      nowMs,
    });
    for (let tries = 0; tries < 100; tries += 1) await countWrongTry(db, guessAt(tries * minuteMs));
    expect(await isBudgetSpent(db, guessAt(30 * dayMs - 1))).toBe(true);
    expect(await isBudgetSpent(db, guessAt(30 * dayMs))).toBe(false);
  });

  test('T-16: an address gets as many texts as the configuration says, and e-mails beside them', async () => {
    await service.configure({ textsPerAddress: { most: 2, windowSeconds: 600 } });
    for (const contact of ['+15550101', '+15550102']) await codeOf(service, { contact });
    expect(await ask(service, { contact: '+15550103' })).toBeCloseTo(600, -1);
    await codeOf(service, { contact: 'bob@example.com' });
    await codeOf(service, { contact: '+15550103', address: holder });
    service.clock.advanceMs(10 * minuteMs);
    await codeOf(service, { contact: '+15550103' });
  });

  test('A-49: a requester who uses up three codes waits a minute, then two, up to an hour, and nobody else does', async () => {
    await service.configure({ codesPerContactAndAddress: many, codesPerContact: many });
    await guess(service, 3);
    await guess(service, 3);
    expect(await guess(service, 3)).toEqual(['OTP_WRONG', 'OTP_WRONG', 'TOO_MANY_ATTEMPTS']);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const waitMs = Number(await ask(service)) * 1000;
      expect(Math.ceil(waitMs / minuteMs)).toBe(minutes);
      expect(await codeOf(service, { address: stranger(minutes) })).toMatchObject(short);
      expect(await codeOf(service, { contact: 'bob@example.com' })).toMatchObject(short);
      service.clock.advanceMs(waitMs);
      await guess(service, 3);
    }
  });

  test('A-49: a device waits for the codes that it used up itself', async () => {
    await service.configure({ codesPerDevice: many, codesPerContactFromDevices: many });
    const deviceToken = await logInWith(service, await codeOf(service, { address: holder }));
    for (let codes = 0; codes < 3; codes += 1) await guess(service, 3, { address: stranger(codes), deviceToken });
    expect(await ask(service, { address: stranger(9), deviceToken })).toBe(60);
    expect(await ask(service, { address: stranger(9) })).toMatchObject(short);
  });

  test('A-49: codes by text message follow the same rule', async () => {
    const phone = { contact: '+15550100' };
    await strangersGuess(99, phone);
    const unused = await codeOf(service, { ...phone, address: holder });
    await guess(service, 1, phone);
    expect(await verify(service, unused)).toBe('OTP_EXPIRED');
    expect(await codeOf(service, { ...phone, address: holder })).toMatchObject(long);
  });

  test('A-49: a device may request three times in ten minutes, and then counts as a stranger', async () => {
    const deviceToken = await logInWith(service, await codeOf(service, { address: holder }));
    const devices = async () => {
      const codes = await service.service.tools.store.db.selectFrom('otp_codes').select('device').execute();
      return codes.filter(({ device }) => device !== null).length;
    };
    for (let codes = 0; codes < 3; codes += 1) await codeOf(service, { address: stranger(codes), deviceToken });
    expect(await devices()).toBe(3);
    await codeOf(service, { address: stranger(4), deviceToken });
    expect(await devices()).toBe(3);
    service.clock.advanceMs(10 * minuteMs);
    await codeOf(service, { address: stranger(5), deviceToken });
    expect(await devices()).toBe(4);
  });

  test('A-49: an address has thirty codes an hour for devices beside its thirty as a stranger', async () => {
    const devices: string[] = [];
    for (let person = 0; person < 31; person += 1) {
      const contact = `person${person}@example.com`;
      const address = stranger(person);
      devices.push(await logInWith(service, await codeOf(service, { contact, address }), address));
    }
    const contactOf = (person: number) => `person${person}@example.com`;
    for (let person = 0; person < 30; person += 1)
      await codeOf(service, { contact: contactOf(person), address: holder });
    expect(await ask(service, { contact: 'another@example.com', address: holder })).toBeGreaterThan(3000);
    for (const [person, deviceToken] of devices.slice(0, 30).entries()) {
      await codeOf(service, { contact: contactOf(person), address: holder, deviceToken });
    }
    const last = devices[30] ?? '';
    expect(await ask(service, { contact: contactOf(30), address: holder, deviceToken: last })).toBeGreaterThan(3000);
    expect(await ask(service, { contact: contactOf(30), address: stranger(99), deviceToken: last })).toMatchObject(
      short,
    );
  });

  test('A-49: a parent’s own credential waits for the contact’s total alone, and by its userIdentifier for that requester', async () => {
    const asRoot = (appName: string, userIdentifier?: string) =>
      service.asRoot(initOtp, {
        otpType: 'OTP_TYPE_EMAIL',
        contact: 'ada@example.com',
        appName,
        otpLength: 6,
        alphanumeric: false,
        ...(userIdentifier && { userIdentifier }),
      });
    for (let codes = 0; codes < 10; codes += 1) await asRoot(`App ${codes}`);
    await expect(asRoot('App')).rejects.toThrow('TOO_MANY_CODES');
    service.clock.advanceMs(60 * minuteMs);
    for (let codes = 0; codes < 3; codes += 1) await asRoot(`Named ${codes}`, 'a'.repeat(32));
    await expect(asRoot('Named', 'a'.repeat(32))).rejects.toThrow('TOO_MANY_CODES');
    await asRoot('Another', 'b');
  });

  test('A-49: a request by a root user resets nothing, and its codes have the long form, too', async () => {
    await strangersGuess(100);
    const { result } = await service.asRoot(initOtp, {
      otpType: 'OTP_TYPE_EMAIL',
      contact: 'ada@example.com',
      appName: 'Acme',
      otpLength: 6,
      alphanumeric: false,
    });
    expect(result).toMatchObject({ initOtpResultV2: long });
    expect(await strangersTries()).toBe(100);
  });

  test('A-49: an attack changes nothing for a configuration with long codes', async () => {
    await service.configure(long);
    const unused = await codeOf(service, { address: holder });
    await strangersGuess(100);
    expect(await codeOf(service, { address: holder })).toMatchObject(long);
    expect(unused).toMatchObject(long);
  });

  test('A-49: the configuration announces that device tokens are accepted', async () => {
    expect(await callProxy(service, proxyWalletKitConfig, {})).toMatchObject({ deviceTokens: true });
  });
});
