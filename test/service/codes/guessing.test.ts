import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initOtp } from '../../../src/contract/otp.js';
import { proxyOtpVerify } from '../../../src/contract/proxy.js';
import { RefusedError } from '../../../src/contract/refusals.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../src/crypto/tokens.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { databases } from '../coordinator/parties.js';
import { tickingClock } from '../trips/tickingClock.js';
import { callProxy, codeFor, signUp, type Wired } from '../trips/wire.js';

const keys = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await createSigningKey()).publicKey));

/** Wrong codes, all different from each other and from the right one. */
const wrongCodes = (count: number, right: string) =>
  Array.from({ length: count + 1 }, (_, index) => String(index).padStart(6, '0'))
    .filter((code) => code !== right)
    .slice(0, count);

type Typed = { otpId: string; otpCode: string; publicKey?: string };

/** The token that an answer gives, or the code of its refusal. A service that was too busy is asked again, as the kit does. */
async function verify(test: Wired, typed: Typed): Promise<string> {
  try {
    return (await callProxy<{ verificationToken: string }>(test, proxyOtpVerify, typed)).verificationToken;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return error.code === 'UNAVAILABLE' ? verify(test, typed) : error.code;
  }
}

/** How often each outcome came. */
function tally(outcomes: string[]): Record<string, number> {
  const names = outcomes.map((outcome) => (outcome.includes('.') ? 'token' : outcome));
  return Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length]));
}

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  beforeEach(async () => {
    const often = { most: 10_000, windowSeconds: 1 };
    const config = { refusalsPerAddress: often, requestsPerAddress: often };
    service = await createTestService({ store: await open(), clock: tickingClock(), config });
  });
  afterEach(() => service.close());

  const db = () => service.service.tools.store.db;
  const failures = async (contact = 'ada@example.com') =>
    (await db().selectFrom('contact_failures').selectAll().where('contact', '=', contact).execute())[0]?.wrong_count ??
    0;

  test('T-08: of a hundred wrong tries at once three are compared', async () => {
    const { otpId, otpCode } = await codeFor(service, 'ada@example.com');
    const outcomes = await Promise.all(
      wrongCodes(100, otpCode).map((wrong) => verify(service, { otpId, otpCode: wrong })),
    );
    expect(tally(outcomes)).toEqual({ OTP_WRONG: 2, TOO_MANY_ATTEMPTS: 98 });
    expect(await failures()).toBe(3);
    expect(await db().selectFrom('otp_codes').select('tries').execute()).toEqual([{ tries: 3 }]);
    expect(await verify(service, { otpId, otpCode })).toBe('TOO_MANY_ATTEMPTS');
  });

  test('T-08: the third try may be the right one, a fourth never is', async () => {
    const { otpId, otpCode } = await codeFor(service, 'ada@example.com');
    for (const wrong of wrongCodes(2, otpCode))
      expect(await verify(service, { otpId, otpCode: wrong })).toBe('OTP_WRONG');
    expect(await verify(service, { otpId, otpCode })).toContain('.');
    const [publicKey] = await keys(1);
    const other = await codeFor(service, 'bob@example.com');
    for (const wrong of wrongCodes(3, other.otpCode)) await verify(service, { ...other, otpCode: wrong });
    expect(await verify(service, { ...other, ...(publicKey && { publicKey }) })).toBe('TOO_MANY_ATTEMPTS');
  });

  test('T-08: a spent code is guessed at no more than a fresh one, with its own key or without one', async () => {
    for (const publicKey of [(await createSigningKey()).publicKey, undefined]) {
      const code = await codeFor(service, `ada${publicKey?.length ?? 0}@example.com`);
      const typed = { ...code, ...(publicKey && { publicKey }) };
      expect(await verify(service, typed)).toContain('.');
      const outcomes = [];
      for (const otpCode of wrongCodes(5, code.otpCode)) outcomes.push(await verify(service, { ...typed, otpCode }));
      expect(tally(outcomes)).toEqual({ OTP_WRONG: 2, TOO_MANY_ATTEMPTS: 3 });
      expect(await verify(service, typed)).toBe('TOO_MANY_ATTEMPTS');
    }
  });

  test('T-09: of a hundred right answers at once, with as many keys, exactly one wins', async () => {
    const code = await codeFor(service, 'ada@example.com');
    const outcomes = await Promise.all((await keys(100)).map((publicKey) => verify(service, { ...code, publicKey })));
    expect(tally(outcomes)).toEqual({ token: 1, OTP_SPENT: 99 });
    expect(await db().selectFrom('verification_tokens').select('token_id').execute()).toHaveLength(1);
    expect(await failures()).toBe(0);
  });

  test('T-09: a hundred identical right answers get one and the same token', async () => {
    const code = await codeFor(service, 'ada@example.com');
    const [publicKey = ''] = await keys(1);
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => verify(service, { ...code, publicKey })));
    expect(new Set(outcomes).size).toBe(1);
    expect(readVerificationToken(outcomes[0] ?? '')).toMatchObject({
      contact: 'ada@example.com',
      public_key: publicKey,
    });
    expect(await db().selectFrom('verification_tokens').select('token_id').execute()).toHaveLength(1);
  });

  test('T-09: once spent, the code returns its token to its key while it lives, and nothing to another', async () => {
    const code = await codeFor(service, 'ada@example.com');
    const [first = '', second = ''] = await keys(2);
    const token = await verify(service, { ...code, publicKey: first });
    for (let again = 0; again < 5; again += 1) {
      expect(await verify(service, { ...code, publicKey: second })).toBe('OTP_SPENT');
      expect(await verify(service, code)).toBe('OTP_SPENT');
      expect(await verify(service, { ...code, publicKey: first })).toBe(token);
    }
    service.clock.advanceMs(300_000);
    expect(await verify(service, { ...code, publicKey: first })).toBe('OTP_EXPIRED');
  });
});

describe('on one store', () => {
  let service: TestService;
  beforeEach(async () => {
    const many = { most: 10_000, windowSeconds: 600 };
    service = await createTestService({
      clock: tickingClock(),
      config: {
        allowedAuthMethods: ['email', 'sms'],
        codesPerContact: many,
        codesPerContactAndAddress: many,
        codesPerAddress: many,
      },
    });
  });
  afterEach(() => service.close());

  test('T-10: the id of another tenant is as unknown as one that nobody has, and costs its code no try', async () => {
    const { tools } = service.service;
    const { publicKey } = await createSigningKey();
    const other = await makeParent(tools, { name: 'Other', rootPublicKey: publicKey });
    const code = await codeFor(service, 'ada@example.com');
    const elsewhere = { ...service, authProxyConfigId: other.authProxyConfigId };
    for (let again = 0; again < 5; again += 1) expect(await verify(elsewhere, code)).toBe('OTP_WRONG');
    expect(await verify(service, { ...code, otpId: crypto.randomUUID() })).toBe('OTP_WRONG');
    expect(await verify(service, code)).toContain('.');
  });

  test('T-10: a code proves the contact and the type it was sent for, nothing else', async () => {
    const email = await codeFor(service, 'ada@example.com');
    const sms = await codeFor(service, '+15550100', 'OTP_TYPE_SMS');
    expect(await verify(service, { otpId: email.otpId, otpCode: `${sms.otpCode}0`.slice(1) })).toBe('OTP_WRONG');
    const [proved, phoned] = [await verify(service, email), await verify(service, sms)].map(readVerificationToken);
    expect(proved).toMatchObject({ verification_type: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
    expect(phoned).toMatchObject({ verification_type: 'OTP_TYPE_SMS', contact: '+15550100' });
  });

  test('a key that is no point of its curve is refused, and costs no try', async () => {
    const code = await codeFor(service, 'ada@example.com');
    for (let again = 0; again < 5; again += 1) {
      expect(await verify(service, { ...code, publicKey: `02${'ff'.repeat(32)}` })).toBe('PUBLIC_KEY_INVALID');
    }
    expect(await verify(service, code)).toContain('.');
  });

  /** Asks for a code and tries it wrong that many times. @returns what each try got. */
  async function guess(times: number, contact = 'ada@example.com', type?: 'OTP_TYPE_SMS'): Promise<string[]> {
    const { otpId, otpCode } = await codeFor(service, contact, type);
    const outcomes = [];
    for (const wrong of wrongCodes(times, otpCode)) outcomes.push(await verify(service, { otpId, otpCode: wrong }));
    return outcomes;
  }

  /** Seconds that the next code must wait for. */
  async function waitSeconds(contact = 'ada@example.com', type?: 'OTP_TYPE_SMS'): Promise<number> {
    try {
      await codeFor(service, contact, type);
      return 0;
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_CODES', status: 429 });
      return (error as RefusedError).retryAfterMs ? ((error as RefusedError).retryAfterMs ?? 0) / 1000 : -1;
    }
  }

  test('T-08: wrong tries outlive their codes: from the tenth on the next code waits longer and longer', async () => {
    for (let code = 0; code < 3; code += 1) await guess(3);
    expect(await waitSeconds()).toBe(0);
    for (const [tries, seconds] of [
      [1, 30],
      [1, 60],
      [1, 120],
      [1, 240],
      [1, 480],
      [1, 900],
      [3, 900],
    ] as const) {
      await guess(tries);
      expect(await waitSeconds()).toBe(seconds);
      expect(await waitSeconds('bob@example.com')).toBe(0);
      service.clock.advanceMs(seconds * 1000);
    }
    expect(await waitSeconds()).toBe(0);
  });

  test('T-08: at the hundredth wrong try e-mail codes rest for a day, those already sent too, whoever asks', async () => {
    for (let code = 0; code < 33; code += 1) {
      await guess(3);
      service.clock.advanceMs(900_000);
    }
    const unused = await codeFor(service, 'ada@example.com');
    expect(await guess(3)).toEqual(['OTP_WRONG', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
    const { wrong_count } = await service.service.tools.store.db
      .selectFrom('contact_failures')
      .select('wrong_count')
      .executeTakeFirstOrThrow();
    expect(wrong_count).toBe(100);
    expect(await verify(service, unused)).toBe('TOO_MANY_ATTEMPTS');
    expect(await waitSeconds()).toBeGreaterThan(86_390);
    service.clock.advanceMs(86_400_000);
    expect(await waitSeconds()).toBe(0);
    expect(await guess(2)).toEqual(['OTP_WRONG', 'TOO_MANY_ATTEMPTS']);
    expect(await waitSeconds()).toBeGreaterThan(86_390);
    await service.asRoot(initOtp, { otpType: 'OTP_TYPE_EMAIL', contact: 'Ada@Example.com', appName: 'Acme' });
    expect(await waitSeconds()).toBe(0);
    expect(await guess(2)).toEqual(['OTP_WRONG', 'OTP_WRONG']);
  });

  test('T-08: the word of a root user lifts the rest, even where the contact has had its codes of the hour', async () => {
    const contact = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' } as const;
    const { db } = service.service.tools.store;
    const asRoot = (appName: string) => service.asRoot(initOtp, { ...contact, appName });
    await service.configure({ codesPerContact: { most: 3, windowSeconds: 3600 } });
    for (const appName of ['First', 'Second', 'Third']) await asRoot(appName);
    const failed = { organization_id: service.organizationId, otp_type: contact.otpType, contact: contact.contact };
    await db
      .insertInto('contact_failures')
      .values({ ...failed, wrong_count: 100, last_wrong_at_ms: 1 })
      .execute();
    await expect(asRoot('Fourth')).rejects.toThrow('TOO_MANY_CODES');
    expect(await db.selectFrom('contact_failures').selectAll().execute()).toEqual([]);
  });

  test('T-08: at the hundredth wrong try codes by text message rest for a day too', async () => {
    const phone = ['+15550100', 'OTP_TYPE_SMS'] as const;
    const { db } = service.service.tools.store;
    await guess(1, ...phone);
    await db.updateTable('contact_failures').set({ wrong_count: 99 }).execute();
    service.clock.advanceMs(900_000);
    const late = await codeFor(service, ...phone);
    expect(await guess(1, ...phone)).toEqual(['OTP_WRONG']);
    expect(await waitSeconds(...phone)).toBeGreaterThan(86_390);
    expect(await verify(service, late)).toBe('TOO_MANY_ATTEMPTS');
    service.clock.advanceMs(86_400_000);
    expect(await waitSeconds(...phone)).toBe(0);
  });

  test('T-08: a login forgives what was guessed wrong before it, another contact’s stays', async () => {
    await guess(2);
    await guess(2, 'bob@example.com');
    await signUp(service, 'ada@example.com');
    const left = await service.service.tools.store.db
      .selectFrom('contact_failures')
      .select(['contact', 'wrong_count'])
      .execute();
    expect(left).toEqual([{ contact: 'bob@example.com', wrong_count: 2 }]);
  });
});
