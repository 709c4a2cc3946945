import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOrganizationFeature } from '../../../../src/contract/organizations.js';
import { initOtp, verifyOtp } from '../../../../src/contract/otp.js';
import { proxyOtpVerify } from '../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../src/contract/proxyConfig.js';
import { proxyOtpInitV2, proxyOtpVerifyV2 } from '../../../../src/contract/proxyV2.js';
import { readActivity } from '../../../../src/contract/readActivity.js';
import type { RefusalCode } from '../../../../src/contract/refusals.js';
import { openCode, sealCode } from '../../../../src/crypto/codeBundles.js';
import { toHex } from '../../../../src/crypto/hex.js';
import { sealBundle } from '../../../../src/crypto/hpke.js';
import { createSigningKey, importAgreementKey } from '../../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../../src/crypto/tokens.js';
import { sealedColumns, sealedPlace } from '../../../../src/service/store/sealedColumns.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { wrongCodes } from '../../../support/guesses.js';
import { mutationsOf } from '../../../support/mutations.js';
import { absentId, act, makeOtherParent, refusedAs, rootOf } from '../../../support/parties.js';
import { sealable, sealableCode } from '../../../support/sealedCodes.js';
import { databases } from '../../../support/stores.js';
import { callProxy, codeFor } from '../../../support/wire.js';

const ada = 'ada@example.com';
const often = { most: 10_000, windowSeconds: 1 };
const config = { codesPerContactAndAddress: often, refusalsPerAddress: often, requestsPerAddress: often };

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let publicKey: string;
  beforeEach(async () => {
    service = await createTestService({ store: await open(), config });
    ({ publicKey } = await createSigningKey());
  });
  afterEach(() => service.close());

  const db = () => service.service.tools.store.db;
  const tries = async (otpId: string) =>
    (await db().selectFrom('otp_codes').select('tries').where('otp_id', '=', otpId).executeTakeFirstOrThrow()).tries;

  /** The token that a sealed code earns, or the code of the refusal. */
  const verified = (otpId: string, encryptedOtpBundle: string): Promise<string> =>
    callProxy<{ verificationToken: string }>(service, proxyOtpVerifyV2, { otpId, encryptedOtpBundle }).then(
      ({ verificationToken }) => verificationToken,
      ({ code }: { code: string }) => code,
    );

  test('a sealed code earns a token for the key that was sealed with it, and again the same one', async () => {
    const { otpId, otpCode, seal } = await sealableCode(service);
    const token = await verified(otpId, await seal(publicKey));
    expect(readVerificationToken(token)).toMatchObject({ contact: ada, public_key: publicKey });
    expect(await verified(otpId, await seal(publicKey))).toBe(token);
    const plain = await callProxy(service, proxyOtpVerify, { otpId, otpCode, publicKey });
    expect(plain).toEqual({ verificationToken: token });
    expect(await verified(otpId, await seal((await createSigningKey()).publicKey))).toBe('OTP_SPENT');
  });

  test('each code has a key of its own, which lies sealed and goes nowhere', async () => {
    const [one, other] = [await sealableCode(service), await sealableCode(service)];
    expect(one.target).not.toBe(other.target);
    const { organizationId, service: running } = service;
    const rows = await db().selectFrom('otp_codes').select(['otp_id', 'sealed_target']).execute();
    for (const { otp_id, sealed_target } of rows) {
      const place = sealedPlace(sealedColumns.codeTarget, organizationId, otp_id);
      const secret = await running.tools.sealer.open(place, sealed_target ?? new Uint8Array());
      const code = otp_id === one.otpId ? one : other;
      expect(await openCode(await code.seal(publicKey), await importAgreementKey(secret))).toMatchObject({
        otpCode: code.otpCode,
      });
      const everything = JSON.stringify(await db().selectFrom('activities').selectAll().execute());
      expect(everything).not.toContain(toHex(secret));
    }
  });

  test('T-08: plain and sealed tries count together', async () => {
    const { otpId, otpCode, seal } = await sealableCode(service);
    const [first = '', second = '', third = ''] = wrongCodes(3, otpCode);
    expect(await verified(otpId, await seal(publicKey, first))).toBe('OTP_WRONG');
    await expect(callProxy(service, proxyOtpVerify, { otpId, otpCode: second })).rejects.toThrow('Invalid OTP code');
    expect(await verified(otpId, await seal(publicKey, third))).toBe('TOO_MANY_ATTEMPTS');
    expect(await verified(otpId, await seal(publicKey))).toBe('TOO_MANY_ATTEMPTS');
    expect(await tries(otpId)).toBe(3);
  });

  test('T-08: of twenty wrong sealed codes at once three are compared', async () => {
    const { otpId, otpCode, seal } = await sealableCode(service);
    const bundles = await Promise.all(wrongCodes(20, otpCode).map((wrong) => seal(publicKey, wrong)));
    const outcomes = await Promise.all(bundles.map((bundle) => verified(otpId, bundle)));
    expect(outcomes.filter((outcome) => outcome === 'OTP_WRONG')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_ATTEMPTS')).toHaveLength(18);
  });

  test('a bundle for another code, organization or purpose is refused, recorded nowhere, and no try', async () => {
    const [mine, another] = [await sealableCode(service), await sealableCode(service, 'bob@example.com')];
    const other = await makeOtherParent(service);
    const requestBody = { otpType: 'OTP_TYPE_EMAIL', contact: ada, appName: 'App' };
    const { result } = readActivity(initOtp, await act(service, other, initOtp, requestBody)) as {
      result?: { otpId: string; otpEncryptionTargetBundle: string };
    };
    const target = JSON.parse(result?.otpEncryptionTargetBundle ?? '') as { data: string };
    const { targetPublic } = JSON.parse(Buffer.from(target.data, 'hex').toString()) as { targetPublic: string };
    const elsewhere = Uint8Array.from(Buffer.from(targetPublic, 'hex'));
    const secret = await sealBundle({ recipient: elsewhere, plaintext: new Uint8Array(32) });
    const bundles = [
      await another.seal(publicKey, mine.otpCode),
      await sealCode({ otpCode: mine.otpCode, publicKey }, elsewhere),
      JSON.stringify({ encappedPublic: toHex(secret.enc), ciphertext: toHex(secret.ciphertext) }),
      mine.target,
      '{}',
    ];
    const before = await db().selectFrom('activities').select('activity_id').execute();
    for (const bundle of bundles) expect(await verified(mine.otpId, bundle)).toBe('OTP_BUNDLE_INVALID');
    expect(await verified(result?.otpId ?? '', await mine.seal(publicKey))).toBe('OTP_WRONG');
    expect(await db().selectFrom('activities').select('activity_id').execute()).toEqual(before);
    expect(await tries(mine.otpId)).toBe(0);
    expect(await verified(mine.otpId, await mine.seal(publicKey))).toContain('.');
  });

  test('100 changed bundles are refused, and none is a try', async () => {
    const { otpId, seal } = await sealableCode(service);
    for (const changed of mutationsOf(await seal(publicKey), 100, 5))
      expect(await verified(otpId, changed), changed).toBe('OTP_BUNDLE_INVALID');
    expect(await tries(otpId)).toBe(0);
  });

  test('a code that was requested without a key is not accepted sealed', async () => {
    const plain = await codeFor(service, ada);
    const { seal } = await sealableCode(service, 'bob@example.com');
    expect(await verified(plain.otpId, await seal(publicKey, plain.otpCode))).toBe('OTP_BUNDLE_INVALID');
  });

  test('neither the code nor its bundle is kept in the record', async () => {
    const root = await rootOf(service);
    const { otpId, otpCode, seal } = await sealableCode(service);
    const encryptedOtpBundle = await seal(publicKey, wrongCodes(1, otpCode)[0]);
    await refusedAs('OTP_WRONG', service, root, verifyOtp, { otpId, encryptedOtpBundle });
    const everything = JSON.stringify(await db().selectFrom('activities').selectAll().execute());
    expect(everything).toContain('[redacted]');
    expect(everything).not.toContain(encryptedOtpBundle.slice(20, 120));
  });
});

describe('a code that must be returned encrypted', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await createTestService({ config: { ...config, allowedAuthMethods: ['email', 'sms'] } });
  });
  afterEach(() => service.close());

  const requestBody = { otpType: 'OTP_TYPE_EMAIL', contact: ada };
  const noKey = `02${'ff'.repeat(32)}`;

  async function hears(code: RefusalCode, row: typeof proxyOtpInitV2 | typeof proxyOtpVerifyV2, request: object) {
    service.clock.advanceMs(1);
    await expect(callProxy(service, row, request, {}, '192.0.2.1')).rejects.toMatchObject({ code });
  }

  test('is refused where a plain one is', async () => {
    const init = (code: RefusalCode, request: object) => hears(code, proxyOtpInitV2, { ...requestBody, ...request });
    await init('CONTACT_INVALID', { contact: 'ada' });
    await init('CONTACT_NOT_SERVED', { otpType: 'OTP_TYPE_SMS', contact: '+19005550100' });
    await init('EMAIL_TEMPLATE_NOT_FOUND', { emailCustomization: { templateId: absentId } });
    await sealableCode(service);
    await service.configure({ emailsPerHour: 1 });
    await init('LOGIN_BUSY', { contact: 'bob@example.com' });
    await service.configure({ emailsPerHour: 1000, codesPerContact: { most: 1, windowSeconds: 600 } });
    await init('TOO_MANY_CODES', {});
    await service.configure({ allowedAuthMethods: ['sms'] });
    await init('METHOD_NOT_ENABLED', {});
  });

  test('is refused once it was typed wrong three times, has expired, or names what is no key', async () => {
    const verify = (code: RefusalCode, request: object) => hears(code, proxyOtpVerifyV2, request);
    const { publicKey } = await createSigningKey();
    const first = await sealableCode(service);
    const [wrong = ''] = wrongCodes(1, first.otpCode);
    const sealed = async (code: typeof first, key = publicKey, typed?: string) => ({
      otpId: code.otpId,
      encryptedOtpBundle: await code.seal(key, typed),
    });
    await verify('OTP_WRONG', { ...(await sealed(first)), otpId: absentId });
    await verify('PUBLIC_KEY_INVALID', await sealed(first, noKey));
    for (const code of ['OTP_WRONG', 'OTP_WRONG', 'TOO_MANY_ATTEMPTS'] as const)
      await verify(code, await sealed(first, publicKey, wrong));
    const second = await sealableCode(service);
    service.clock.advanceMs(300_001);
    await verify('OTP_EXPIRED', await sealed(second));
    const third = await sealableCode(service);
    await service.asRoot(removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    await verify('METHOD_NOT_ENABLED', await sealed(third));
  });

  test('is refused to the parent itself where its bundle does not open', async () => {
    const root = await rootOf(service);
    const { result } = readActivity(initOtp, await act(service, root, initOtp, { ...requestBody, appName: 'App' })) as {
      result?: { otpId: string; otpEncryptionTargetBundle: string };
    };
    await service.service.deliver();
    if (!result) throw new Error('no code was made');
    const { otpId } = result;
    await refusedAs('OTP_BUNDLE_INVALID', service, root, verifyOtp, { otpId, encryptedOtpBundle: '{}' });
    const { seal } = sealable(service, { ...result, otpCode: service.inbox.lastCode(ada) ?? '' });
    const { publicKey } = await createSigningKey();
    const done = await act(service, root, verifyOtp, { otpId, encryptedOtpBundle: await seal(publicKey) });
    expect(done.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('is the kit’s default, unless the configuration turns it off', async () => {
    const announced = async () => (await callProxy(service, proxyWalletKitConfig, {})).otpEncryption;
    expect(await announced()).toBe(true);
    await service.configure({ otpEncryption: false });
    expect(await announced()).toBeUndefined();
    const { otpId, seal } = await sealableCode(service);
    const { publicKey } = await createSigningKey();
    const request = { otpId, encryptedOtpBundle: await seal(publicKey) };
    expect(await callProxy(service, proxyOtpVerifyV2, request)).toHaveProperty('verificationToken');
  });
});
