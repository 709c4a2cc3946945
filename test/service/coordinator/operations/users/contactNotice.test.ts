import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys } from '../../../../../src/contract/credentials.js';
import { type Language, languages } from '../../../../../src/contract/language.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../../src/contract/proxy.js';
import { updateUserEmail, updateUserPhoneNumber } from '../../../../../src/contract/userContacts.js';
import { updateUser } from '../../../../../src/contract/users.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { apiKeyOf, done, makeSubOrganization, type Party, refusedAs, rootOf } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { callProxy, loginRequest, signupRequest, verifiedToken } from '../../../../support/wire.js';

const often = { most: 10_000, windowSeconds: 1 };

describe.each(databases)('a contact that no longer belongs to a person, on $name', ({ open }) => {
  let service: TestService;
  beforeEach(async () => {
    const config = { allowedAuthMethods: ['email' as const, 'sms' as const], codesPerContactAndAddress: often };
    service = await createTestService({ store: await open(), config });
    await service.configure({ emailCustomizationParams: { appName: 'Acme' } });
  });
  afterEach(() => service.close());

  /** The messages sent there without a code. */
  const told = async (contact: string) => {
    await service.service.deliver();
    return service.inbox.list(contact).filter(({ code }) => code === null || code === undefined);
  };
  const sms = 'OTP_TYPE_SMS';
  const typeOf = (contact: string) => (contact.startsWith('+') ? sms : 'OTP_TYPE_EMAIL');

  /** A person who signed up by a code that was requested in that language. */
  async function person(contact: string, language?: Language): Promise<Party> {
    const key = await createSigningKey();
    const request = { otpType: typeOf(contact), contact, ...(language && { language }) };
    const { otpId } = await callProxy<{ otpId: string }>(service, proxyOtpInit, request);
    await service.service.deliver();
    const otpCode = service.inbox.lastCode(contact) ?? '';
    const typed = { otpId, otpCode, publicKey: key.publicKey };
    const { verificationToken } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, typed);
    const made = await callProxy<{ organizationId: string; userId: string }>(
      service,
      proxySignup,
      await signupRequest(verificationToken, key),
    );
    await callProxy(service, proxyOtpLogin, await loginRequest(verificationToken, key, made.organizationId));
    return { key, organizationId: made.organizationId, userId: made.userId };
  }

  /** A token of a person's new contact. */
  const proof = async (contact: string) => (await verifiedToken(service, contact, typeOf(contact))).token;

  test('gets a notice when another replaces it, which names neither the new one nor anything to log in with', async () => {
    const ada = await person('ada@example.com');
    const verificationToken = await proof('new@example.com');
    const { userId } = ada;
    await done(service, ada, updateUserEmail, { userId, userEmail: 'new@example.com', verificationToken });
    const [mail, ...others] = await told('ada@example.com');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your email address for Acme was changed' });
    const text = JSON.stringify(mail);
    expect(text).toContain('log out everywhere');
    expect(text).toContain('UTC');
    for (const secret of ['new@example.com', verificationToken, userId, ada.organizationId])
      expect(text).not.toContain(secret);
    expect(await told('new@example.com')).toEqual([]);
  });

  test('gets the notice in the language of the code that proved it, whatever the language of the change', async () => {
    const subjects = new Set<string>();
    for (const language of languages) {
      const contact = `${language.toLowerCase()}@example.com`;
      const somebody = await person(contact, language);
      const next = `next-${contact}`;
      const request = { otpType: 'OTP_TYPE_EMAIL', contact: next, language: language === 'ar' ? 'en' : 'ar' };
      const key = await createSigningKey();
      const { otpId } = await callProxy<{ otpId: string }>(service, proxyOtpInit, request);
      await service.service.deliver();
      const typed = { otpId, otpCode: service.inbox.lastCode(next) ?? '', publicKey: key.publicKey };
      const { verificationToken } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, typed);
      const { userId } = somebody;
      await done(service, somebody, updateUserEmail, { userId, userEmail: next, verificationToken });
      const [mail] = await told(contact);
      expect(JSON.stringify(mail)).toContain(`lang=\\"${language}\\"`);
      subjects.add((mail as { subject: string }).subject);
    }
    expect(subjects.size).toBe(languages.length);
  });

  test('gets a text message if it is a number', async () => {
    const ada = await person('+4915112345678', 'de');
    const verificationToken = await proof('+4915112345679');
    const { userId } = ada;
    await done(service, ada, updateUserPhoneNumber, {
      userId,
      userPhoneNumber: '+4915112345679',
      verificationToken,
    });
    const [text, ...others] = await told('+4915112345678');
    expect(others).toEqual([]);
    expect(JSON.stringify(text)).toContain('Acme: Diese Nummer wurde aus deinem Konto entfernt.');
  });

  test('T-19: gets the notice although its limits and the caps are used up', async () => {
    const ada = await person('ada@example.com');
    const verificationToken = await proof('new@example.com');
    await service.configure({ emailsPerHour: 1, codesPerContact: { most: 1, windowSeconds: 3600 } });
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
    await expect(callProxy(service, proxyOtpInit, request)).rejects.toThrow();
    const { userId } = ada;
    await done(service, ada, updateUserEmail, { userId, userEmail: 'new@example.com', verificationToken });
    expect(await told('ada@example.com')).toHaveLength(1);
  });

  test('has the notice counted in its limits, like every message', async () => {
    const ada = await person('ada@example.com');
    await service.configure({ codesPerContact: { most: 2, windowSeconds: 3600 } });
    const { userId } = ada;
    const verificationToken = await proof('new@example.com');
    await done(service, ada, updateUserEmail, { userId, userEmail: 'new@example.com', verificationToken });
    const request = { otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' };
    await expect(callProxy(service, proxyOtpInit, request)).rejects.toMatchObject({ code: 'TOO_MANY_CODES' });
  });

  test('gets no notice if it was only claimed, stays, or the change is refused', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { userId } = ada;
    for (const userEmail of ['claimed@example.com', 'other@example.com', ''])
      await done(service, ada, updateUserEmail, { userId, userEmail });
    expect(await told('claimed@example.com')).toEqual([]);
    const grace = await person('grace@example.com');
    const request = { userId: grace.userId, userEmail: 'grace@example.com' };
    await done(service, grace, updateUserEmail, { ...request, verificationToken: await proof('grace@example.com') });
    await person('taken@example.com');
    const taken = { ...request, userEmail: 'taken@example.com', verificationToken: await proof('taken@example.com') };
    await refusedAs('CREDENTIAL_CONFLICT', service, grace, updateUserEmail, taken);
    expect(await told('grace@example.com')).toEqual([]);
  });

  test('gets the notice in every kind of change: by update_user, and in an organization without a parent', async () => {
    const ada = await person('ada@example.com');
    const apiKeys = [apiKeyOf(await createSigningKey())];
    await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys });
    await done(service, ada, updateUser, { userId: ada.userId, userEmail: 'claimed@example.com' });
    expect(await told('ada@example.com')).toHaveLength(1);
    const root = await rootOf(service);
    for (const userEmail of ['root@example.com', 'another@example.com'])
      await done(service, root, updateUserEmail, { userId: root.userId, userEmail });
    expect(await told('root@example.com')).toHaveLength(1);
  });

  test('obeys limits in an organization without a parent, too, since its root user could send at will', async () => {
    await service.configure({ codesPerContactAndAddress: { most: 2, windowSeconds: 3600 } });
    const root = await rootOf(service);
    const change = (userPhoneNumber: string) =>
      done(service, root, updateUserPhoneNumber, { userId: root.userId, userPhoneNumber });
    for (let time = 0; time < 30; time++) {
      await change('+41791234567');
      await change('+19005551234');
    }
    expect((await told('+41791234567')).length).toBeLessThanOrEqual(10);
    expect(await told('+41791234567')).not.toEqual([]);
    expect(await told('+19005551234')).toEqual([]);
  });
});
