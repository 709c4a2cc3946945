import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticators } from '../../../../../src/contract/authenticators.js';
import { disableAuthProxy, enableAuthProxy } from '../../../../../src/contract/authProxy.js';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { getLoginState } from '../../../../../src/contract/loginState.queries.js';
import {
  createSubOrganization,
  removeOrganizationFeature,
  setOrganizationFeature,
} from '../../../../../src/contract/organizations.js';
import { createPolicy, deletePolicy } from '../../../../../src/contract/policies.js';
import { proxyOtpLogin } from '../../../../../src/contract/proxy.js';
import { RefusedError } from '../../../../../src/contract/refusals.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { wrongCodes } from '../../../../support/guesses.js';
import {
  absentId,
  act,
  apiKeyOf,
  codeOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  sendStamped,
} from '../../../../support/parties.js';
import { createPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { callProxy, envelope, loginRequest, post } from '../../../../support/wire.js';
import { contact, home, type LoginStatePlace, minuteMs, msOf, openLoginStatePlace } from './loginStatePlace.js';

let place: LoginStatePlace;
afterEach(() => place.service.close());

const dayMs = 24 * 60 * minuteMs;

/** The seconds of Retry-After are rounded up. */
const isSecond = (ofLogin: number | undefined, ofState: number | undefined) =>
  Math.abs((ofLogin ?? Number.NaN) - (ofState ?? Number.NaN)) <= 1000;

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    place = await openLoginStatePlace(await open());
  });

  test('who can log in can, and what is off, absent or used up is named', async () => {
    const { ada, logIn, methodOf, stateOf } = place;
    const state = await stateOf(ada);
    expect(state).toMatchObject({ ...idsOf(ada), userName: contact, canLogIn: true, mayWait: true, reasons: [] });
    expect(state.methods.map(({ method, canLogIn }) => [method, canLogIn])).toEqual([
      ['email', true],
      ['sms', false],
      ['passkey', false],
      ['wallet', false],
    ]);
    expect((await methodOf('sms')).reasons).toEqual(['METHOD_OFF EVERYONE', 'NO_CONTACT EVERYONE']);
    expect((await methodOf('passkey')).reasons).toEqual(['NO_CREDENTIAL EVERYONE']);
    expect((await methodOf('wallet')).reasons).toEqual(['NO_CREDENTIAL EVERYONE']);
    expect(await logIn()).toEqual({ code: 'in' });
    expect((await methodOf('email')).codes).toMatchObject({
      newDevices: { sends: { sent: 1, most: 10, windowSeconds: 3600 }, form: { length: 6 } },
      knownDevices: { sends: { sent: 0, most: 10, windowSeconds: 3600 } },
      lastCode: { state: 'USED', triesLeft: 3, delivery: 'LEFT' },
    });
  });

  test('A-49: strangers who use up a contact’s codes keep new devices out for an hour, and no known one', async () => {
    const { ada, init, logIn, methodOf, service, stateOf } = place;
    for (let sent = 0; sent < 10; sent += 1) await init(contact, `192.0.2.${sent}`);
    const { canLogIn, reasons, until, codes } = await methodOf('email');
    expect({ canLogIn, reasons }).toEqual({ canLogIn: true, reasons: ['CODES_USED_UP NEW_DEVICES'] });
    const refusal = await logIn();
    expect(refusal.code).toBe('TOO_MANY_CODES');
    expect(isSecond(refusal.untilMs, until[0])).toBe(true);
    expect(msOf(codes?.newDevices.sends.nextAt ?? { seconds: '', nanos: '' })).toBe(until[0]);
    expect(await logIn({ deviceToken: ada.deviceToken })).toEqual({ code: 'in' });
    for (let sent = 0; sent < 2; sent += 1) await init(contact, home, ada.deviceToken);
    await service.configure({ codesPerContactFromDevices: { most: 3, windowSeconds: 3600 } });
    const both = await stateOf(ada);
    expect(both.canLogIn).toBe(false);
    expect(both.reasons.map(({ code, concerns }) => `${code} ${concerns}`)).toContain('CODES_USED_UP KNOWN_DEVICES');
    expect(await logIn({ deviceToken: ada.deviceToken })).toMatchObject({ code: 'TOO_MANY_CODES' });
    service.clock.advanceMs(60 * minuteMs);
    expect((await methodOf('email')).reasons).toEqual([]);
    expect(await logIn()).toEqual({ code: 'in' });
  });

  test('T-01: pages that are refused for their origin are named to their own organization, ten of them and each once, until they are allowed', async () => {
    const { ada, service, stateOf } = place;
    await service.configure({ allowedOrigins: ['https://app.example.com'] });
    const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId };
    const askFrom = async (Origin: string | undefined, clientAddress: string) => {
      service.clock.advanceMs(1);
      const from = { ...headers, ...(Origin && { Origin }) };
      const answer = await post(service, '/v1/otp_init', 'not read', from, clientAddress);
      expect(answer.status).toBe(403);
    };
    for (let asked = 0; asked < 12; asked += 1) await askFrom(`https://other${asked}.example.com`, `192.0.2.${asked}`);
    for (let asked = 0; asked < 30; asked += 1) await askFrom('https://www.example.com', '198.51.100.9');
    // None of these could be added to the list.
    for (const origin of [undefined, 'null', 'capacitor://localhost', `https://${'a.'.repeat(100)}example.com`])
      await askFrom(origin, '198.51.100.10');
    expect((await stateOf(ada)).refusedOrigins).toBeUndefined();
    service.clock.advanceMs(5000);
    await service.service.deliver();
    const { refusedOrigins = [], canLogIn, refusals } = await stateOf(ada);
    expect(refusedOrigins.map(({ origin }) => origin)).toEqual([
      'https://www.example.com',
      ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((asked) => `https://other${asked}.example.com`),
    ]);
    expect({ canLogIn, refusals }).toEqual({ canLogIn: true, refusals: [] });
    await askFrom('https://other5.example.com', home);
    service.clock.advanceMs(5000);
    await service.service.deliver();
    const again = (await stateOf(ada)).refusedOrigins ?? [];
    expect(again).toHaveLength(10);
    expect(again[0]?.origin).toBe('https://other5.example.com');
    const theirs = await makeOtherParent(service);
    expect((await stateOf(theirs, theirs)).refusedOrigins).toBeUndefined();
    await service.configure({ allowedOrigins: ['https://www.example.com'], allowNativeClients: true });
    expect((await stateOf(ada)).refusedOrigins?.map(({ origin }) => origin)).not.toContain('https://www.example.com');
    service.clock.advanceMs(7 * dayMs);
    expect((await stateOf(ada)).refusedOrigins).toBeUndefined();
  });

  test('refused logins are shown a little later: the own device’s and strangers’, ten of each', async () => {
    const { ada, init, logIn, service, stateOf, verified } = place;
    const { otpId } = await init(contact, home, ada.deviceToken);
    const wrong = wrongCodes(3, service.inbox.lastCode(contact) ?? '');
    for (const otpCode of wrong)
      await expect(verified(otpId, otpCode, ada.key.publicKey, home)).rejects.toThrow(RefusedError);
    await service.configure({ codesPerContact: { most: 1, windowSeconds: 3600 } });
    await init(contact, '192.0.2.1');
    for (let asked = 0; asked < 30; asked += 1)
      expect(await logIn({ from: `192.0.2.${asked}` })).toMatchObject({ code: 'TOO_MANY_CODES' });
    service.clock.advanceMs(5000);
    await service.service.deliver();
    const { refusals } = await stateOf(ada);
    const own = refusals.filter(({ by }) => by === 'OWN_DEVICE');
    expect(own.map(({ code, step }) => [code, step])).toEqual([
      ['TOO_MANY_ATTEMPTS', 'otp_verify'],
      ['OTP_WRONG', 'otp_verify'],
      ['OTP_WRONG', 'otp_verify'],
    ]);
    const strangers = refusals.filter(({ by }) => by === 'STRANGER');
    expect(strangers).toHaveLength(10);
    expect(strangers[0]).toMatchObject({ method: 'email', code: 'TOO_MANY_CODES', step: 'otp_init' });
    const stored = await service.service.tools.store.db.selectFrom('login_refusals').selectAll().execute();
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toContain('ada@');
    service.clock.advanceMs(7 * dayMs);
    expect((await stateOf(ada)).refusals).toEqual([]);
    await service.service.deliver();
    expect(await service.service.tools.store.db.selectFrom('login_refusals').selectAll().execute()).toEqual([]);
  });
});

const idsOf = ({ organizationId, userId }: Party) => ({ organizationId, userId });

describe('on one store', () => {
  beforeEach(async () => {
    place = await openLoginStatePlace();
  });

  test('each thing that is switched off is a reason, and the login is refused for it', async () => {
    const { ada, logIn, methodOf, root, service, stateOf } = place;
    const both = async (expected: string[], code: string) => {
      const { canLogIn, reasons } = await methodOf('email');
      expect({ canLogIn, reasons }).toEqual({ canLogIn: false, reasons: expected });
      expect((await logIn()).code).toBe(code);
      expect((await stateOf(ada)).canLogIn).toBe(false);
    };
    await service.configure({ allowedAuthMethods: ['sms'] });
    await both(['METHOD_OFF EVERYONE'], 'METHOD_NOT_ENABLED');
    await service.configure({ allowedAuthMethods: ['email'] });
    await done(service, root, removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    await both(['FEATURE_OFF EVERYONE'], 'METHOD_NOT_ENABLED');
    await done(service, root, setOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH', value: '' });
    await done(service, root, disableAuthProxy, {});
    await both(['PROXY_OFF EVERYONE'], 'PROXY_NOT_AVAILABLE');
    await done(service, root, enableAuthProxy, {});
    expect(await logIn()).toEqual({ code: 'in' });
    expect((await stateOf(ada)).canLogIn).toBe(true);
  });

  test('a person’s own organization that has no codes refuses the login, too', async () => {
    const { ada, logIn, methodOf, service, tokenOf } = place;
    const session = await createSigningKey();
    const token = await tokenOf(session.publicKey);
    await callProxy(service, proxyOtpLogin, await loginRequest(token, session), {}, home);
    const fresh = { ...ada, key: session };
    await done(service, fresh, createApiKeys, { userId: ada.userId, apiKeys: [apiKeyOf(await createSigningKey())] });
    await done(service, fresh, removeOrganizationFeature, { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
    expect((await methodOf('email')).reasons).toEqual(['OWN_FEATURE_OFF EVERYONE']);
    expect((await logIn()).code).toBe('METHOD_NOT_ENABLED');
  });

  test('A-49: all tries at three codes were wrong: whoever asked waits, and another does not', async () => {
    const { ada, init, logIn, methodOf, service, verified } = place;
    await service.configure({ codesPerContactAndAddress: { most: 100, windowSeconds: 600 } });
    for (let code = 0; code < 3; code += 1) {
      const { otpId } = await init(contact, home);
      for (const otpCode of wrongCodes(3, service.inbox.lastCode(contact) ?? ''))
        await expect(verified(otpId, otpCode, ada.key.publicKey, home)).rejects.toThrow(RefusedError);
    }
    const { canLogIn, reasons, until, codes } = await methodOf('email');
    expect({ canLogIn, reasons }).toEqual({ canLogIn: true, reasons: ['WRONG_CODES LAST_REQUESTER'] });
    expect(codes?.lastCode).toMatchObject({ state: 'TRIES_USED_UP', triesLeft: 0 });
    const refusal = await logIn({ from: home });
    expect(refusal.code).toBe('TOO_MANY_CODES');
    expect(isSecond(refusal.untilMs, until[0])).toBe(true);
    expect(await logIn()).toEqual({ code: 'in' });
    service.clock.advanceMs(minuteMs);
    expect((await logIn({ from: home })).code).toBe('in');
  });

  test('four codes from one address: it waits, and another does not', async () => {
    const { init, logIn, methodOf } = place;
    for (let sent = 0; sent < 3; sent += 1) await init(contact, home);
    const { canLogIn, reasons, until } = await methodOf('email');
    expect({ canLogIn, reasons }).toEqual({ canLogIn: true, reasons: ['CODES_USED_UP LAST_REQUESTER'] });
    const refusal = await logIn({ from: home });
    expect(isSecond(refusal.untilMs, until[0])).toBe(true);
    expect(await logIn()).toEqual({ code: 'in' });
  });

  test('a cap that is used up keeps everyone out until it has room', async () => {
    const { ada, init, logIn, methodOf, service } = place;
    await service.configure({ emailsPerHour: 1 });
    await init('somebody@example.com', '192.0.2.77');
    const { canLogIn, reasons, until } = await methodOf('email');
    expect({ canLogIn, reasons }).toEqual({ canLogIn: true, reasons: ['CAP_FULL NEW_DEVICES'] });
    const refusal = await logIn();
    expect(refusal.code).toBe('LOGIN_BUSY');
    expect(isSecond(refusal.untilMs, until[0])).toBe(true);
    expect(await logIn({ deviceToken: ada.deviceToken })).toEqual({ code: 'in' });
    expect((await methodOf('email')).reasons).toEqual(['CAP_FULL NEW_DEVICES', 'CAP_FULL KNOWN_DEVICES']);
    expect((await logIn({ deviceToken: ada.deviceToken })).code).toBe('LOGIN_BUSY');
    service.clock.advanceMs(61 * minuteMs);
    expect(await logIn()).toEqual({ code: 'in' });
  });

  test('a policy that denies keeps a member out, until it is deleted', async () => {
    const { ada, methodOf, root, service, tokenOf } = place;
    const fresh = { ...ada, key: await createSigningKey() };
    const token = await tokenOf(fresh.key.publicKey);
    await callProxy(service, proxyOtpLogin, await loginRequest(token, fresh.key), {}, home);
    const member = await makeMember(service, ada.organizationId, root.organizationId);
    expect(await methodOf('wallet', member)).toMatchObject({ canLogIn: true, credentials: 1, reasons: [] });
    const denies = {
      policyName: 'No logins',
      effect: 'EFFECT_DENY',
      condition: "activity.kind == 'STAMP_LOGIN'",
    } as const;
    const { policyId } = await done(service, fresh, createPolicy, denies);
    expect((await methodOf('wallet', member)).reasons).toEqual(['DENIED_BY_POLICY EVERYONE']);
    expect((await methodOf('wallet')).reasons).toEqual(['NO_CREDENTIAL EVERYONE']);
    const login = async () => act(service, member, stampLogin, { publicKey: (await createSigningKey()).publicKey });
    await expect(login()).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
    await done(service, fresh, deletePolicy, { policyId });
    expect((await methodOf('wallet', member)).reasons).toEqual([]);
    expect(await login()).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });

  test('keys that have ended, and passkeys on pages that nobody may use', async () => {
    const { keyIdOf, methodOf, root, service, stateOf } = place;
    const [person] = (await makeSubOrganization(service)).users;
    const brief = await createSigningKey();
    const apiKeys = [{ ...apiKeyOf(brief), expirationSeconds: '60' }];
    const passkey = await createPasskey();
    await done(service, person, createAuthenticators, {
      userId: person.userId,
      authenticators: [await passkey.register()],
    });
    await done(service, person, createApiKeys, { userId: person.userId, apiKeys });
    const { apiKeyId } = await keyIdOf(person);
    await done(service, person, deleteApiKeys, { userId: person.userId, apiKeyIds: [apiKeyId] });
    expect(await methodOf('wallet', person)).toMatchObject({ canLogIn: true, credentials: 1 });
    expect(await methodOf('passkey', person)).toMatchObject({ canLogIn: true, credentials: 1 });
    expect(await stateOf(person)).toMatchObject({ canLogIn: true });
    expect(await stateOf(person)).not.toHaveProperty('mayWait');
    service.clock.advanceMs(minuteMs);
    expect(await methodOf('wallet', person)).toMatchObject({
      reasons: ['CREDENTIAL_EXPIRED EVERYONE'],
      credentials: 0,
    });
    await expect(
      act(service, { ...person, key: brief }, stampLogin, { publicKey: (await createSigningKey()).publicKey }),
    ).rejects.toMatchObject({ code: 'API_KEY_EXPIRED' });
    const body = async () =>
      envelope(service, stampLogin, person.organizationId, { publicKey: (await createSigningKey()).publicKey });
    const byPasskey = async (how: object = {}) => {
      service.clock.advanceMs(1);
      const text = await body();
      return codeOf(await post(service, stampLogin.path, text, await passkey.stamp(text, how)));
    };
    await done(service, root, setOrganizationFeature, {
      name: 'FEATURE_NAME_WEBAUTHN_ORIGINS',
      value: 'https://other.example.com',
    });
    expect(await byPasskey()).toBe('STAMP_INVALID');
    service.clock.advanceMs(5000);
    await service.service.deliver();
    const { refusals } = await stateOf(person);
    expect(refusals.map(({ method, code, step, by }) => [method, code, step, by])).toEqual([
      ['passkey', 'STAMP_INVALID', 'stamp_login', 'STRANGER'],
      ['wallet', 'API_KEY_EXPIRED', 'stamp_login', 'OWN_DEVICE'],
    ]);
  });

  test('a contact that is not proved, and one that two have, lead nowhere', async () => {
    const { logIn, methodOf, root, service } = place;
    const named = async (verificationToken?: string) => {
      const rootUsers = [
        {
          userName: 'Ada',
          userEmail: contact,
          apiKeys: [apiKeyOf(await createSigningKey())],
          ...(verificationToken && { verificationToken }),
        },
      ];
      const { subOrganizationId: organizationId, rootUserIds: [userId = ''] = [] } = await done(
        service,
        root,
        createSubOrganization,
        { subOrganizationName: 'Claims', rootUsers, rootQuorumThreshold: 1 },
      );
      return { organizationId, userId };
    };
    const claims = await named();
    expect((await methodOf('email', claims)).reasons).toEqual(['CONTACT_NOT_PROVED EVERYONE']);
    const { db } = service.service.tools.store;
    await db.updateTable('users').set({ email_verified: 1 }).where('user_id', '=', claims.userId).execute();
    await db
      .insertInto('contacts')
      .values({
        parent_id: root.organizationId,
        kind: 'EMAIL',
        contact,
        organization_id: claims.organizationId,
        user_id: claims.userId,
        through_proxy: 0,
      })
      .execute();
    expect((await methodOf('email')).reasons).toEqual(['CONTACT_SHARED EVERYONE']);
    expect((await logIn()).code).toBe('ACCOUNT_NOT_FOUND');
  });

  test('T-48: a sub-organization’s user, another parent and the proxy’s user learn nothing, and nobody is not found', async () => {
    const { ada, root, service, stateOf } = place;
    const refusedTo = async (by: Party, organizationId: string, userId: string) =>
      codeOf(await sendStamped(service, by.key, getLoginState, JSON.stringify({ organizationId, userId })));
    const other = await makeOtherParent(service);
    const member = await makeMember(service, root.organizationId, null, 'Helper');
    const keyed = (await makeSubOrganization(service)).users[0];
    expect((await stateOf(ada, member)).canLogIn).toBe(true);
    expect(await refusedTo(keyed, keyed.organizationId, keyed.userId)).toBe('NOT_AUTHORIZED');
    expect(await refusedTo(other, ada.organizationId, ada.userId)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await refusedTo(other, other.organizationId, ada.userId)).toBe('USER_NOT_FOUND');
    expect(await refusedTo(await proxyOf(service), ada.organizationId, ada.userId)).toBe('NOT_AUTHORIZED');
    expect(await refusedTo(root, ada.organizationId, absentId)).toBe('USER_NOT_FOUND');
    expect(await refusedTo(root, absentId, ada.userId)).toBe('ORGANIZATION_NOT_FOUND');
    const own = await stateOf(root);
    expect(own.methods.map(({ method, canLogIn, reasons }) => [method, canLogIn, reasons[0]?.code])).toEqual([
      ['email', false, 'TOP_LEVEL_USER'],
      ['sms', false, 'TOP_LEVEL_USER'],
      ['passkey', false, 'NO_CREDENTIAL'],
      ['wallet', true, undefined],
    ]);
  });

  test('A-49: refusals of unknown contacts, and a flood from one address, are not written', async () => {
    const { init, service } = place;
    await service.configure({ codesPerContactAndAddress: { most: 1, windowSeconds: 3600 } });
    await init('nobody@example.com', home);
    await expect(init('nobody@example.com', home)).rejects.toThrow(RefusedError);
    await init(contact, home);
    for (let asked = 0; asked < 60; asked += 1) await expect(init(contact, home)).rejects.toThrow(RefusedError);
    service.clock.advanceMs(5000);
    await service.service.deliver();
    const rows = await service.service.tools.store.db.selectFrom('login_refusals').selectAll().execute();
    expect(rows.map(({ counted, refusals }) => [counted, JSON.parse(refusals).length])).toEqual([['strangers', 9]]);
  });
});
