import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../../../src/contract/language.js';
import { initUserEmailRecovery, sendLoginLink } from '../../../../../src/contract/mailKeys.js';
import { proxyOtpInit, proxyOtpVerify, proxySignup } from '../../../../../src/contract/proxy.js';
import { suspendSubOrganization } from '../../../../../src/contract/subOrganizations.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { newTarget } from '../../../../support/mailedKeys.js';
import {
  absentId,
  act,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { callProxy, signupRequest } from '../../../../support/wire.js';

const loginUrl = 'https://app.example.com/login?from=mail';
const recoveryUrl = 'https://app.example.com/recover';
const to = 'ada@example.com';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeEach(async () => {
    service = await createTestService({ store: await open(), config: { loginUrl, recoveryUrl } });
    await service.configure({ emailCustomizationParams: { appName: 'Acme' } });
    root = await rootOf(service);
  });
  afterEach(() => service.close());

  /** Somebody who signed up by a code that was requested in that language, an hour ago. */
  async function person(contact = to, language?: Language): Promise<Party> {
    const key = await createSigningKey();
    const request = { otpType: 'OTP_TYPE_EMAIL', contact, ...(language && { language }) };
    const { otpId } = await callProxy<{ otpId: string }>(service, proxyOtpInit, request);
    await service.service.deliver();
    const typed = { otpId, otpCode: service.inbox.lastCode(contact) ?? '', publicKey: key.publicKey };
    const { verificationToken } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, typed);
    const signup = await signupRequest(verificationToken, key);
    const made = await callProxy<Party>(service, proxySignup, signup);
    service.clock.advanceMs(61 * 60_000);
    return { ...made, key };
  }
  const about = ({ organizationId, userId }: Party, page: 'LOGIN' | 'RECOVERY' = 'LOGIN') => ({
    subOrganizationId: organizationId,
    userId,
    page,
  });
  const mails = async (contact = to) => {
    await service.service.deliver();
    return service.inbox.list(contact).filter(({ code }) => code === null || code === undefined);
  };

  test('a person is sent exactly the page of the configuration, also while suspended', async () => {
    const ada = await person();
    await done(service, root, sendLoginLink, about(ada));
    const [mail] = await mails();
    expect(mail).toMatchObject({ subject: 'Log in to Acme' });
    expect(mail?.text).toContain(loginUrl);
    await done(service, root, suspendSubOrganization, { subOrganizationId: ada.organizationId, reason: 'Stolen' });
    service.clock.advanceMs(11 * 60_000);
    await done(service, root, sendLoginLink, about(ada, 'RECOVERY'));
    expect((await mails()).map(({ text }) => text).join()).toContain(recoveryUrl);
  });

  test.each(languages)('in %s', async (language) => {
    const ada = await person(to, language);
    await done(service, root, sendLoginLink, about(ada));
    const [mail] = await mails();
    expect(mail?.text).toContain(loginUrl);
    expect(mail?.text).toContain('Acme');
    expect(mail?.text.includes('You didn')).toBe(language === 'en');
  });

  test('at most once in ten minutes, and within the limits of the contact', async () => {
    const ada = await person();
    await done(service, root, sendLoginLink, about(ada));
    await refusedAs('TOO_MANY_CODES', service, root, sendLoginLink, about(ada, 'RECOVERY'));
    service.clock.advanceMs(11 * 60_000);
    await done(service, root, sendLoginLink, about(ada));
    await service.configure({ codesPerContact: { most: 1, windowSeconds: 3600 } });
    service.clock.advanceMs(11 * 60_000);
    await refusedAs('TOO_MANY_CODES', service, root, sendLoginLink, about(ada));
    await service.configure({ codesPerContact: { most: 1000, windowSeconds: 60 }, emailsPerHour: 1 });
    await refusedAs('LOGIN_BUSY', service, root, sendLoginLink, about(ada));
    await service.configure({ emailsPerHour: 3000 });
    expect(await mails()).toHaveLength(2);
  });

  test('also right after other mail of the app, of which a sub-organization may send some', async () => {
    const ada = await person();
    const { targetPublicKey } = await newTarget();
    const request = { email: to, targetPublicKey, emailCustomization: { appName: 'Acme' } };
    await done(service, { key: root.key, organizationId: ada.organizationId }, initUserEmailRecovery, request);
    await done(service, root, sendLoginLink, about(ada));
    await refusedAs('TOO_MANY_CODES', service, root, sendLoginLink, about(ada));
    expect((await mails()).map(({ text }) => text).join()).toContain(loginUrl);
  });

  test('T-07 to nobody without a proved address, to nobody of another parent, and by no one below', async () => {
    const ada = await person();
    const { organizationId, users } = await makeSubOrganization(service);
    await refusedAs('EMAIL_NOT_VERIFIED', service, root, sendLoginLink, about(users[0]));
    await refusedAs('USER_NOT_FOUND', service, root, sendLoginLink, about({ ...ada, userId: absentId }));
    await refusedAs('USER_NOT_FOUND', service, root, sendLoginLink, about({ ...ada, organizationId }));
    await refusedAs('ORGANIZATION_NOT_FOUND', service, root, sendLoginLink, about(root));
    const other = await makeOtherParent(service);
    await refusedAs('ORGANIZATION_NOT_FOUND', service, other, sendLoginLink, about(ada));
    await refusedAs('ORGANIZATION_NOT_FOUND', service, users[0], sendLoginLink, about(users[0]));
    const colleague = await makeMember(service, root.organizationId, null);
    for (const by of [colleague, await proxyOf(service)])
      await refusedAs('NOT_AUTHORIZED', service, by, sendLoginLink, about(ada));
    await expect(
      act(service, { ...users[0], organizationId: root.organizationId }, sendLoginLink, about(ada)),
    ).rejects.toThrow();
    expect(await mails()).toEqual([]);
  });

  test('without a page nothing is sent, and a page is of an allowed origin', async () => {
    const ada = await person();
    await service.configure({ loginUrl: '' });
    await refusedAs('PAGE_NOT_SET', service, root, sendLoginLink, about(ada));
    await service.configure({ allowedOrigins: ['https://app.example.com'], loginUrl });
    for (const wrong of [
      'https://evil.example.com/',
      'http://app.example.com/',
      'javascript:alert(1)',
      'https://a@app.example.com/',
    ])
      await expect(service.configure({ loginUrl: wrong })).rejects.toThrow('PROXY_CONFIG_INVALID');
    await expect(service.configure({ supportContact: 'javascript:alert(1)' })).rejects.toThrow('PROXY_CONFIG_INVALID');
  });
});
