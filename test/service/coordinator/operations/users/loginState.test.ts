import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAuthenticators } from '../../../../../src/contract/authenticators.js';
import { disableAuthProxy, enableAuthProxy } from '../../../../../src/contract/authProxy.js';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { type GetLoginStateResponse, getLoginState } from '../../../../../src/contract/loginState.queries.js';
import type { LoginMethod } from '../../../../../src/contract/loginState.records.js';
import {
  createSubOrganization,
  removeOrganizationFeature,
  setOrganizationFeature,
} from '../../../../../src/contract/organizations.js';
import { createPolicy, deletePolicy } from '../../../../../src/contract/policies.js';
import { proxyOtpInit, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../../src/contract/proxy.js';
import { RefusedError } from '../../../../../src/contract/refusals.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { nodePrimitives } from '../../../../../src/service/nodePrimitives.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
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
  rootOf,
  sendStamped,
} from '../../../../support/parties.js';
import { createPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, envelope, loginRequest, post, signupRequest } from '../../../../support/wire.js';

const primitives = await nodePrimitives();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const contact = 'ada@example.com';
const home = '198.51.100.1';

let service: TestService;
let root: Party;
/** Signed up by e-mail. */
let ada: Party & { readonly deviceToken: string };
afterEach(() => service.close());

async function begin(store?: Awaited<ReturnType<(typeof databases)[number]['open']>>): Promise<void> {
  service = await createTestService({ primitives, ...(store && { store }), config: { allowedAuthMethods: ['email'] } });
  root = await rootOf(service);
  ada = await signUpAt(contact, home);
}

/** Signs up and logs in from an address, as the kit does. */
async function signUpAt(address: string, clientAddress: string): Promise<typeof ada> {
  const key = await createSigningKey();
  const { otpId } = await init(address, clientAddress);
  const verificationToken = await verified(otpId, service.inbox.lastCode(address) ?? '', key.publicKey, clientAddress);
  const signup = await signupRequest(verificationToken, key);
  const { organizationId, userId } = await callProxy<Party>(service, proxySignup, signup, {}, clientAddress);
  const login = await loginRequest(verificationToken, key, organizationId);
  const { deviceToken } = await callProxy<{ deviceToken: string }>(service, proxyOtpLogin, login, {}, clientAddress);
  service.clock.advanceMs(2 * 60 * minuteMs);
  return { key, organizationId, userId, deviceToken };
}

async function init(address: string, clientAddress: string, deviceToken?: string): Promise<{ otpId: string }> {
  service.clock.advanceMs(1);
  const request = { otpType: 'OTP_TYPE_EMAIL', contact: address, ...(deviceToken && { deviceToken }) };
  const sent = await callProxy<{ otpId: string }>(service, proxyOtpInit, request, {}, clientAddress);
  await service.service.deliver();
  return sent;
}

async function verified(otpId: string, otpCode: string, publicKey: string, clientAddress: string): Promise<string> {
  const typed = { otpId, otpCode, publicKey };
  const answer = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, typed, {}, clientAddress);
  return answer.verificationToken;
}

/** What a login by a code is answered: `in`, or the code of the refusal and when to come again. */
async function logIn({ address = contact, from = '192.0.2.200', deviceToken = '' } = {}) {
  try {
    const { otpId } = await init(address, from, deviceToken || undefined);
    const key = await createSigningKey();
    const token = await verified(otpId, service.inbox.lastCode(address) ?? '', key.publicKey, from);
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key), {}, from);
    return { code: 'in' };
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { code: error.code, untilMs: service.clock() + (error.retryAfterMs ?? Number.NaN) };
  }
}

const stateOf = ({ organizationId, userId }: Pick<Party, 'organizationId' | 'userId'>, by: Party = root) =>
  ask<GetLoginStateResponse>(service, by.key, getLoginState, { organizationId, userId });

async function methodOf(name: LoginMethod['method'], person: Pick<Party, 'organizationId' | 'userId'> = ada) {
  const found = (await stateOf(person)).methods.find(({ method }) => method === name);
  if (!found) throw new Error(`nothing is said of ${name}`);
  const reasons = found.reasons.map(({ code, concerns }) => `${code} ${concerns}`);
  return { ...found, reasons, until: found.reasons.map(({ until }) => until && msOf(until)) };
}

const msOf = ({ seconds, nanos }: { seconds: string; nanos: string }) => Number(seconds) * 1000 + Number(nanos) / 1e6;

/** The seconds of Retry-After are rounded up. */
const isSecond = (ofLogin: number | undefined, ofState: number | undefined) =>
  Math.abs((ofLogin ?? Number.NaN) - (ofState ?? Number.NaN)) <= 1000;

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => begin(await open()));

  test('who can log in can, and what is off, absent or used up is named', async () => {
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

  test('refused logins are shown a little later: the own device’s and strangers’, ten of each', async () => {
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
  beforeEach(() => begin());

  test('each thing that is switched off is a reason, and the login is refused for it', async () => {
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
    for (let sent = 0; sent < 3; sent += 1) await init(contact, home);
    const { canLogIn, reasons, until } = await methodOf('email');
    expect({ canLogIn, reasons }).toEqual({ canLogIn: true, reasons: ['CODES_USED_UP LAST_REQUESTER'] });
    const refusal = await logIn({ from: home });
    expect(isSecond(refusal.untilMs, until[0])).toBe(true);
    expect(await logIn()).toEqual({ code: 'in' });
  });

  test('a cap that is used up keeps everyone out until it has room', async () => {
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

async function tokenOf(publicKey: string): Promise<string> {
  const { otpId } = await init(contact, home);
  return verified(otpId, service.inbox.lastCode(contact) ?? '', publicKey, home);
}

async function keyIdOf({ organizationId, userId }: Party): Promise<{ apiKeyId: string }> {
  const { credential_id } = await service.service.tools.store.db
    .selectFrom('credentials')
    .select('credential_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'API_KEY')
    .where('expires_at_ms', 'is', null)
    .executeTakeFirstOrThrow();
  return { apiKeyId: credential_id };
}
