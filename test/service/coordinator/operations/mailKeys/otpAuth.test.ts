import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../../src/contract/organizations.js';
import { initOtp, verifyOtp } from '../../../../../src/contract/otp.js';
import { initOtpAuth, otpAuth } from '../../../../../src/contract/otpAuth.js';
import type { ActivityRow, RequestOf } from '../../../../../src/contract/row.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { updateUser } from '../../../../../src/contract/users.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { claimant, keyIn, newTarget } from '../../../../support/mailedKeys.js';
import {
  absentId,
  act,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, envelope, type Person, post, signUp, stampOf } from '../../../../support/wire.js';

const often = { most: 10_000, windowSeconds: 60 };
let people = 0;

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());
  beforeEach(() =>
    service.configure({
      codesPerContact: often,
      codesPerAddress: often,
      codesPerContactAndAddress: often,
      codesPerContactAndAddressLong: often,
      emailsPerHour: 10_000,
    }),
  );

  const person = async (): Promise<Person & { email: string }> => {
    people += 1;
    const email = `coded${people}@example.com`;
    return { ...(await signUp(service, email)), email };
  };
  const asParent = (organizationId: string) => ({ key: root.key, organizationId });
  const request = (contact: string, changes: object = {}): RequestOf<typeof initOtpAuth> => ({
    otpType: 'OTP_TYPE_EMAIL',
    contact,
    appName: 'Latchkey',
    ...changes,
  });
  /** A code for a key of a person, requested by the parent. */
  const codeFor = async (
    { organizationId, email }: { organizationId: string; email: string },
    changes: object = {},
  ) => {
    const sent = await done(service, asParent(organizationId), initOtpAuth, request(email, changes));
    await service.service.deliver();
    return { otpId: sent.otpId, otpCode: service.inbox.lastCode(email) ?? '' };
  };
  const wrong = (code: string) => code.replace(/^./, (first) => (first === '0' ? '1' : '0'));

  test('a code that the parent has sent is exchanged for a key of its user, sealed to the requester', async () => {
    const ada = await person();
    const { organizationId, userId } = ada;
    const code = await codeFor(ada);
    expect(code.otpCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{9}$/);
    const { target, targetPublicKey } = await newTarget();
    service.clock.advanceMs(1);
    const body = envelope(service, otpAuth, organizationId, { ...code, targetPublicKey });
    const sent = async () => (await post(service, otpAuth.path, body, await stampOf(root.key, body))).json();
    const { activity } = await sent();
    const { otpAuthResult: result } = activity.result;
    expect(result.userId).toBe(userId);
    const key = await keyIn(result.credentialBundle, target);
    for (const place of [organizationId, root.organizationId])
      expect(await ask(service, key, whoami, { organizationId: place })).toMatchObject({ userId });
    const { user } = await ask<{ user: User }>(service, ada.key, getUser, { organizationId, userId });
    expect(user.apiKeys.find(({ apiKeyId }) => apiKeyId === result.apiKeyId)).toMatchObject({
      credential: { publicKey: key.publicKey, type: 'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256' },
      apiKeyName: `OTP Auth - ${new Date(service.clock()).toISOString()}`,
      expirationSeconds: '900',
    });
    // The identical bytes get the same again; what stays on record has neither code nor key.
    expect(await sent()).toEqual({ activity });
    const requestBody = { organizationId, activityId: activity.id };
    const recorded = JSON.stringify(await ask(service, ada.key, getActivity, requestBody));
    for (const secret of [code.otpCode, result.credentialBundle]) expect(recorded).not.toContain(secret);
    await refusedAs('OTP_SPENT', service, asParent(organizationId), otpAuth, { ...code, targetPublicKey });
  });

  test('a client of the first version, which shows six boxes, gets a code of six digits and a key for it', async () => {
    const ada = await person();
    const there = asParent(ada.organizationId);
    const first: ActivityRow = { ...initOtpAuth, newest: 'V1' };
    const requestBody = { otpType: 'OTP_TYPE_EMAIL', contact: ada.email, emailCustomization: { appName: 'Acme' } };
    const { result } = await act(service, there, first, requestBody);
    const { otpId } = (result?.initOtpAuthResult ?? {}) as { otpId: string };
    await service.service.deliver();
    const otpCode = service.inbox.lastCode(ada.email) ?? '';
    expect(otpCode).toMatch(/^\d{6}$/);
    const { target, targetPublicKey } = await newTarget();
    const { credentialBundle } = await done(service, there, otpAuth, {
      otpId,
      otpCode,
      targetPublicKey,
    });
    const key = await keyIn(credentialBundle ?? '', target);
    expect(await ask(service, key, whoami, { organizationId: ada.organizationId })).toMatchObject({
      userId: ada.userId,
    });
  });

  test('T-10 a code of another purpose, organization or user is none, and wrong tries count', async () => {
    const [ada, bob] = [await person(), await person()];
    const { targetPublicKey } = await newTarget();
    const code = await codeFor(ada);
    const there = asParent(ada.organizationId);
    await refusedAs('OTP_WRONG', service, asParent(bob.organizationId), otpAuth, { ...code, targetPublicKey });
    await refusedAs('OTP_WRONG', service, root, otpAuth, { ...code, targetPublicKey });
    const unsealed: ActivityRow = { ...verifyOtp, newest: 'V1' };
    await refusedAs('OTP_WRONG', service, root, unsealed, code);
    const other = await done(service, root, initOtp, request(ada.email));
    await service.service.deliver();
    const login = { otpId: other.otpId, otpCode: service.inbox.lastCode(ada.email) ?? '' };
    await refusedAs('OTP_WRONG', service, there, otpAuth, { ...login, targetPublicKey });
    const guess = { otpId: code.otpId, otpCode: wrong(code.otpCode), targetPublicKey };
    await refusedAs('OTP_WRONG', service, there, otpAuth, guess);
    await refusedAs('OTP_WRONG', service, there, otpAuth, guess);
    await refusedAs('TOO_MANY_ATTEMPTS', service, there, otpAuth, guess);
    await refusedAs('TOO_MANY_ATTEMPTS', service, there, otpAuth, { ...code, targetPublicKey });
    const late = await codeFor(ada, { expirationSeconds: '60' });
    service.clock.advanceMs(60_000);
    await refusedAs('OTP_EXPIRED', service, there, otpAuth, { ...late, targetPublicKey });
    const offCurve = { ...(await codeFor(ada)), targetPublicKey: `04${'11'.repeat(64)}` };
    await refusedAs('PUBLIC_KEY_INVALID', service, there, otpAuth, offCurve);
  });

  test('a code is worth nothing once its user has another address', async () => {
    const [host] = (await makeSubOrganization(service)).users;
    const email = `moved${people}@example.com`;
    const userId = await claimant(service, host, email);
    const { targetPublicKey } = await newTarget();
    const code = await codeFor({ ...host, email });
    await done(service, host, updateUser, { userId, userEmail: 'elsewhere@example.com' });
    await refusedAs('OTP_EXPIRED', service, asParent(host.organizationId), otpAuth, { ...code, targetPublicKey });
  });

  test('the form, the mail and the older version are as requested; invalidateExisting ends the sessions', async () => {
    const ada = await person();
    const { organizationId, userId } = ada;
    const second: ActivityRow = { ...initOtpAuth, newest: 'V2' };
    const magicLinkTemplate = 'https://app.example.com/#%s';
    const requestBody = { otpType: 'OTP_TYPE_EMAIL', contact: ada.email, otpLength: 6, alphanumeric: false };
    const older = await act(service, asParent(organizationId), second, {
      ...requestBody,
      emailCustomization: { appName: 'Acme', magicLinkTemplate },
      language: 'fr',
    });
    expect(older.result).toHaveProperty('initOtpAuthResultV2.otpAlphanumeric', false);
    await service.service.deliver();
    const [mail] = service.inbox.list(ada.email);
    expect(mail?.code).toMatch(/^\d{6}$/);
    expect(mail?.subject).toBe(`${mail?.code} est votre code de connexion à Acme`);
    expect(mail?.text).toContain(`https://app.example.com/#${mail?.code}\n`);
    expect(mail?.html).toContain(`href="https://app.example.com/#${mail?.code}"`);
    const { target, targetPublicKey } = await newTarget();
    const made = await done(service, asParent(organizationId), otpAuth, {
      ...(await codeFor(ada)),
      targetPublicKey,
      apiKeyName: 'Frame',
      invalidateExisting: true,
    });
    const key = await keyIn(made.credentialBundle ?? '', target);
    const { user } = await ask<{ user: User }>(service, key, getUser, { organizationId, userId });
    expect(user.apiKeys.map(({ apiKeyName }) => apiKeyName)).toEqual(['Frame']);
  });

  test('a user of the sub-organization writes to verified contacts only, with the configuration’s look', async () => {
    const ada = await person();
    const { target, targetPublicKey } = await newTarget();
    const claimed = `claim${people}@example.com`;
    await claimant(service, ada, claimed);
    const sent = await done(service, ada, initOtpAuth, request(ada.email));
    await service.service.deliver();
    const code = { otpId: sent.otpId, otpCode: service.inbox.lastCode(ada.email) ?? '' };
    const made = await done(service, ada, otpAuth, { ...code, targetPublicKey });
    await keyIn(made.credentialBundle ?? '', target);
    await refusedAs('USER_NOT_FOUND', service, ada, initOtpAuth, request(claimed));
    const members = [
      { appName: 'Your bank' },
      { emailCustomization: { magicLinkTemplate: 'https://app.example.com/%s' } },
      { emailCustomization: { logoUrl: 'https://app.example.com/x.png' } },
      { smsCustomization: { template: 'Call me: {{.OtpCode}}' } },
      { sendFromEmailAddress: 'ceo@acme.example' },
    ];
    for (const member of members)
      await refusedAs('REQUEST_INVALID', service, ada, initOtpAuth, request(ada.email, member));
  });

  test('every other refusal of a requested code is answered', async () => {
    const ada = await person();
    const there = asParent(ada.organizationId);
    const refused = (code: Parameters<typeof refusedAs>[0], changes: object) =>
      refusedAs(code, service, there, initOtpAuth, request(ada.email, changes));
    await refused('USER_NOT_FOUND', { contact: 'nobody@example.com' });
    await refused('CONTACT_INVALID', { contact: 'nobody' });
    await refused('CONTACT_NOT_SERVED', { otpType: 'OTP_TYPE_SMS', contact: '+881612345678' });
    await refused('EMAIL_TEMPLATE_NOT_FOUND', { emailCustomization: { templateId: absentId } });
    await refused('REQUEST_INVALID', { emailCustomization: { magicLinkTemplate: 'https://app.example.com/' } });
    await refused('REQUEST_INVALID', { smsCustomization: { template: 'no code' } });
    await refused('REQUEST_INVALID', { otpLength: 5 });
    const name = 'FEATURE_NAME_OTP_EMAIL_AUTH';
    const code = await codeFor(ada);
    const { targetPublicKey } = await newTarget();
    await done(service, root, removeOrganizationFeature, { name });
    await refused('METHOD_NOT_ENABLED', {});
    await refusedAs('METHOD_NOT_ENABLED', service, there, otpAuth, { ...code, targetPublicKey });
    await done(service, root, setOrganizationFeature, { name, value: '' });
    await service.configure({ codesPerContactAndAddress: { most: 1, windowSeconds: 60 } });
    const requestBody = { userIdentifier: 'somebody' };
    await done(service, there, initOtpAuth, request(ada.email, requestBody));
    await refused('TOO_MANY_CODES', requestBody);
    await service.configure({ emailsPerHour: 1 });
    await refused('LOGIN_BUSY', {});
    service.clock.advanceMs(3_600_000);
  });
});
