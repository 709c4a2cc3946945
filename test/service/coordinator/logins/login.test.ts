import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { otpLogin } from '../../../../src/contract/otp.js';
import { proxyAccount, proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import { updateUserEmail } from '../../../../src/contract/userContacts.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken, readVerificationToken } from '../../../../src/crypto/tokens.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import { loginMessage, signClientMessage } from '../../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { absentId, apiKeyOf, done, makeMember, makeSubOrganization, rootOf } from '../../../support/parties.js';
import { seen } from '../../../support/seen.js';
import { databases } from '../../../support/stores.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { callProxy, loginRequest, post, signUp, signupRequest, submit, verifiedToken } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
afterEach(() => service.close());

type Proof = { token: string; key: SigningKey };

/** A login whose session key is not the token's. */
async function loginAs(publicKey: string, { token, key }: Proof): Promise<object> {
  const message = loginMessage({ tokenId: readVerificationToken(token).id, publicKey });
  return { verificationToken: token, publicKey, clientSignature: await signClientMessage(key, message) };
}

/** The session, or the code of the refusal. */
async function login(request: object): Promise<string> {
  const outcome = await outcomeOf(() => callProxy<{ session: string }>(service, proxyOtpLogin, request));
  return typeof outcome === 'string' ? outcome : outcome.session;
}

const keysOf = (userId: string) =>
  service.service.tools.store.db
    .selectFrom('credentials')
    .select('public_key')
    .where('user_id', '=', userId)
    .execute()
    .then((keys) => keys.map(({ public_key }) => public_key));

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open(), clock: tickingClock() });
  });

  test('T-18, A-15: of fifty logins at once with one token and as many keys exactly one opens a session', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const before = await keysOf(ada.userId);
    const proof = await verifiedToken(service, 'ada@example.com');
    const keys = await Promise.all(Array.from({ length: 50 }, () => createSigningKey()));
    const requests = await Promise.all(keys.map(({ publicKey }) => loginAs(publicKey, proof)));
    const outcomes = await Promise.all(requests.map(login));
    const sessions = outcomes.filter((outcome) => outcome.includes('.'));
    expect(sessions).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'VERIFICATION_TOKEN_SPENT')).toHaveLength(49);
    const opened = readSessionToken(sessions[0] ?? '').public_key;
    expect(await keysOf(ada.userId).then((after) => after.filter((key) => !before.includes(key)))).toEqual([opened]);
  });

  test('T-18: twenty identical logins at once get one and the same session', async () => {
    const ada = await signUp(service, 'ada@example.com');
    const proof = await verifiedToken(service, 'ada@example.com');
    const request = await loginRequest(proof.token, proof.key);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => login(request)));
    expect(new Set(outcomes).size).toBe(1);
    expect(readSessionToken(outcomes[0] ?? '')).toMatchObject({
      organization_id: ada.organizationId,
      user_id: ada.userId,
      public_key: proof.key.publicKey,
    });
    expect(await keysOf(ada.userId)).toHaveLength(2);
  });

  test('T-18: one login ends the token; the same again gets the same session, another key nothing', async () => {
    await signUp(service, 'ada@example.com');
    const proof = await verifiedToken(service, 'ada@example.com');
    const request = await loginRequest(proof.token, proof.key);
    const session = await login(request);
    const other = await loginAs((await createSigningKey()).publicKey, proof);
    for (let again = 0; again < 3; again += 1) {
      expect(await login(other)).toBe('VERIFICATION_TOKEN_SPENT');
      expect(await login({ ...request, invalidateExisting: true })).toBe(session);
      service.clock.advanceMs(600_000);
    }
    service.clock.advanceMs(3_600_000);
    expect(await login(request)).toBe('VERIFICATION_TOKEN_EXPIRED');
  });
});

describe('on one store', () => {
  beforeEach(async () => {
    service = await createTestService();
  });

  test('T-18: the token lives an hour, for each of the three calls that take it', async () => {
    const ada = await signUp(service, 'ada@example.com');
    service.clock.advanceMs(600_000);
    for (const [afterMs, isTaken] of [
      [3_599_999, true],
      [3_600_000, false],
    ] as const) {
      const { token, key } = await verifiedToken(service, 'ada@example.com');
      expect(Number(readVerificationToken(token).exp)).toBe(service.clock() + 3_600_000);
      service.clock.advanceMs(afterMs);
      const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken: token };
      for (const [row, request] of [
        [proxyAccount, account],
        [proxySignup, await signupRequest(token, key)],
        [proxyOtpLogin, await loginRequest(token, key, ada.organizationId)],
      ] as const) {
        const outcome = await outcomeOf(() => callProxy(service, row, request));
        expect(outcome === 'VERIFICATION_TOKEN_EXPIRED').toBe(!isTaken);
      }
    }
  });

  test('T-18: the token’s life is the configuration’s, at most a day', async () => {
    await service.configure({ verificationTokenExpirationSeconds: 60 });
    const { token } = await verifiedToken(service, 'ada@example.com');
    expect(Number(readVerificationToken(token).exp)).toBe(service.clock() + 60_000);
    await expect(service.configure({ verificationTokenExpirationSeconds: 86_401 })).rejects.toThrow('REQUEST_INVALID');
  });

  test('T-48: an organization that is foreign, absent, the parent’s own or without the contact is refused alike', async () => {
    const bob = await signUp(service, 'bob@example.com');
    await signUp(service, 'ada@example.com');
    const root = await createSigningKey();
    const tenant = await makeParent(service.service.tools, { name: 'Tenant', rootPublicKey: root.publicKey });
    const there = await signUp({ ...service, authProxyConfigId: tenant.authProxyConfigId }, 'ada@example.com');
    const { organizationId: empty } = await makeSubOrganization(service);
    const claimed = await done(service, await rootOf(service), createSubOrganization, {
      subOrganizationName: 'Claimed',
      rootUsers: [{ userName: 'Ada', userEmail: 'ada@example.com', apiKeys: [apiKeyOf(root)] }],
      rootQuorumThreshold: 1,
    });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const refusals = [];
    for (const organizationId of [
      ...[absentId, bob.organizationId, there.organizationId, empty, claimed.subOrganizationId],
      ...[service.organizationId, tenant.organizationId],
    ]) {
      const body = JSON.stringify(await loginRequest(token, key, organizationId));
      const headers = { 'X-Auth-Proxy-Config-Id': service.authProxyConfigId };
      refusals.push(await seen(await post(service, proxyOtpLogin.path, body, headers)));
    }
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]?.status).toBe(404);
    expect(refusals[0]?.body).toContain('ACCOUNT_NOT_FOUND');
    expect(await login(await loginRequest(token, key))).toContain('.');
  });

  test('T-48: the coordinator itself opens nothing for a contact that is only claimed, not even for the parent', async () => {
    const { key: rootKey, organizationId } = await rootOf(service);
    const { subOrganizationId } = await done(service, { key: rootKey, organizationId }, createSubOrganization, {
      subOrganizationName: 'Claimed',
      rootUsers: [{ userName: 'Ada', userEmail: 'ada@example.com' }],
      rootQuorumThreshold: 1,
    });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const answer = submit(service, rootKey, otpLogin, subOrganizationId, await loginRequest(token, key));
    await expect(answer).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });

  test('T-48: a contact opens nothing for the root quorum of a top-level organization, whose members it logs in', async () => {
    const root = await rootOf(service);
    const { db } = service.service.tools.store;
    const logInAs = async (userId: string, email: string) => {
      await done(service, root, updateUserEmail, { userId, userEmail: email });
      const { token, key } = await verifiedToken(service, email);
      return submit(service, root.key, otpLogin, root.organizationId, await loginRequest(token, key));
    };
    await expect(logInAs(root.userId, 'root@example.com')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    const held = await db.selectFrom('credentials').select('kind').where('user_id', '=', root.userId).execute();
    expect(held.filter(({ kind }) => kind === 'SESSION_KEY')).toEqual([]);
    const { userId } = await makeMember(service, root.organizationId, null);
    expect(await logInAs(userId, 'member@example.com')).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
  });

  test('a token logs nobody in before there is an account, and is not spent by trying', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    expect(await login(await loginRequest(token, key))).toBe('ACCOUNT_NOT_FOUND');
    const { organizationId } = await callProxy<{ organizationId: string }>(
      service,
      proxySignup,
      await signupRequest(token, key),
    );
    expect(await login(await loginRequest(token, key, organizationId))).toContain('.');
  });

  test('where a contact is at home twice, the organization must be named', async () => {
    const ada = await signUp(service, 'ada@example.com');
    service.clock.advanceMs(600_000);
    const second = await verifiedToken(service, 'ada@example.com');
    const signed = (await signupRequest(second.token, second.key)) as Record<string, unknown>;
    const made = await done(service, await rootOf(service), createSubOrganization, {
      subOrganizationName: 'Second',
      rootUsers: [{ userName: 'Ada', userEmail: 'ada@example.com' }],
      rootQuorumThreshold: 1,
      verificationToken: second.token,
      clientSignature: signed.clientSignature as never,
    });
    expect(made.subOrganizationId).not.toBe(ada.organizationId);
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    expect(await login(await loginRequest(token, key))).toBe('ACCOUNT_NOT_FOUND');
    const account = { filterType: 'EMAIL', filterValue: 'ada@example.com', verificationToken: token };
    expect(await callProxy(service, proxyAccount, account)).toEqual({});
    expect(await login(await loginRequest(token, key, made.subOrganizationId))).toContain('.');
  });

  test('a phone number logs in by its own tokens', async () => {
    await service.configure({ allowedAuthMethods: ['sms'] });
    const first = await verifiedToken(service, '+15550100', 'OTP_TYPE_SMS');
    const { userId } = await callProxy<{ userId: string }>(
      service,
      proxySignup,
      await signupRequest(first.token, first.key),
    );
    const { token, key } = await verifiedToken(service, '+15550100', 'OTP_TYPE_SMS');
    expect(readSessionToken(await login(await loginRequest(token, key))).user_id).toBe(userId);
  });
});
