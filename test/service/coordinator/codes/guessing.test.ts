import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../../src/crypto/tokens.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import { nodePrimitives } from '../../../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { verify, wrongCodes, wrongTries } from '../../../support/guesses.js';
import { databases } from '../../../support/stores.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { codeFor } from '../../../support/wire.js';

/** The primitives of a server: with WebCrypto this many requests take 50 % longer. */
const primitives = await nodePrimitives();

const keys = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await createSigningKey()).publicKey));

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
    service = await createTestService({ store: await open(), primitives, clock: tickingClock(), config });
  });
  afterEach(() => service.close());

  const db = () => service.service.tools.store.db;
  const failures = () => wrongTries(service.service.tools.store, 'ada@example.com');

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

  test('T-08: a spent code allows no more guesses than a fresh one, with its own key or without', async () => {
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

  test('T-10: another tenant’s id is as unknown as one that does not exist, and costs its code no attempt', async () => {
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

  test('a key that is not a point of its curve is refused, and uses no try', async () => {
    const code = await codeFor(service, 'ada@example.com');
    for (let again = 0; again < 5; again += 1) {
      expect(await verify(service, { ...code, publicKey: `02${'ff'.repeat(32)}` })).toBe('PUBLIC_KEY_INVALID');
    }
    expect(await verify(service, code)).toContain('.');
  });
});
