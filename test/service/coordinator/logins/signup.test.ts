import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../src/contract/proxyConfig.js';
import { proxySignupV2 } from '../../../../src/contract/proxyV2.js';
import type { ProxyRow } from '../../../../src/contract/row.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../../src/crypto/tokens.js';
import { signClientMessage, signupMessage } from '../../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../support/contents.js';
import { apiKeyOf, done } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { ask, callProxy, loginRequest, signUp, signupRequest, verifiedToken } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
afterEach(() => service.close());

type Made = { organizationId: string; userId: string; wallet?: { walletId: string; addresses: string[] } };
const lists = { apiKeys: [] as object[], authenticators: [], oauthProviders: [] };

const signupBy = (row: ProxyRow) => (request: object, clientAddress?: string) =>
  outcomeOf(() => callProxy<Made>(service, row, request, {}, clientAddress));

const subOrganizations = () =>
  service.service.tools.store.db.selectFrom('organizations').selectAll().where('parent_id', 'is not', null).execute();

/** A signup that says these things of its user, signed for. */
async function saying(
  contacts: { email?: string; phoneNumber?: string },
  { token, key }: { token: string; key: SigningKey },
) {
  const { email: userEmail, phoneNumber: userPhoneNumber } = contacts;
  const message = signupMessage({ tokenId: readVerificationToken(token).id, ...lists, ...contacts } as never);
  const clientSignature = await signClientMessage(key, message);
  return { ...lists, userEmail, userPhoneNumber, verificationToken: token, clientSignature };
}

describe.each(databases)('on $name', ({ open }) => {
  const signup = signupBy(proxySignup);
  beforeEach(async () => {
    const many = { most: 1000, windowSeconds: 600 };
    service = await createTestService({
      store: await open(),
      clock: tickingClock(),
      config: { allowedAuthMethods: ['email', 'wallet'], codesPerContact: many, codesPerContactAndAddress: many },
    });
  });

  test('T-18: a token makes one sub-organization: the same again, at once or later, returns it whole', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = await signupRequest(token, key);
    const made = await Promise.all(Array.from({ length: 10 }, () => signup(request)));
    expect(made[0]).toMatchObject({ wallet: { addresses: [expect.any(String), expect.any(String)] } });
    for (const other of [...made, await signup(request)]) expect(other).toEqual(made[0]);
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key));
    expect(await signup(request)).toEqual(made[0]);
    expect(await subOrganizations()).toHaveLength(1);
  });

  test('T-56: a sign-up as large as a body can be is refused before anything of it is recorded', async () => {
    await service.configure({ allowedAuthMethods: ['email', 'passkey'] });
    const large = 'a'.repeat(16_384);
    const attestation = {
      credentialId: 'AA',
      clientDataJson: large.slice(0, 4096),
      attestationObject: large,
      transports: [],
    };
    const passkey = { authenticatorName: 'Passkey', challenge: 'AA', attestation };
    const provider = { providerName: 'Provider', oidcToken: large };
    for (const [request, code] of [
      [{ userName: 'Ada', userEmail: large }, 'REQUEST_INVALID'],
      [{ userName: 'Ada', userPhoneNumber: large }, 'REQUEST_INVALID'],
      [{ authenticators: Array(10).fill(passkey) }, 'PASSKEY_INVALID'],
      [{ oauthProviders: Array(10).fill(provider) }, 'OIDC_TOKEN_MALFORMED'],
      [{ authenticators: Array(11).fill(passkey) }, 'REQUEST_INVALID'],
      [{ oauthProviders: Array(11).fill(provider) }, 'REQUEST_INVALID'],
      [{ oauthProviders: [{ ...provider, oidcToken: `${large}a` }] }, 'REQUEST_INVALID'],
    ] as const) {
      expect(await signup({ ...lists, ...request })).toBe(code);
    }
    const { db } = service.service.tools.store;
    const recorded = await db
      .selectFrom('activities')
      .select('activity_id')
      .where('kind', '=', 'CREATE_SUB_ORGANIZATION')
      .execute();
    expect(recorded).toEqual([]);
  });

  test('T-18: signups that race with different tokens for one contact all get the winner’s organization', async () => {
    const proofs = [];
    for (let proof = 0; proof < 12; proof += 1) proofs.push(await verifiedToken(service, 'ada@example.com'));
    const requests = await Promise.all(proofs.map(({ token, key }) => signupRequest(token, key)));
    const made = (await Promise.all(requests.map((request) => signup(request)))) as Made[];
    const [only, ...others] = await subOrganizations();
    expect(others).toEqual([]);
    expect(new Set(made.map(({ organizationId }) => organizationId))).toEqual(new Set([only?.organization_id]));
    expect(new Set(made.map(({ userId }) => userId)).size).toBe(1);
    expect(made.filter(({ wallet }) => wallet)).toHaveLength(1);
    const { token, key } = proofs.at(-1) as (typeof proofs)[number];
    await expect(callProxy(service, proxyOtpLogin, await loginRequest(token, key))).resolves.toHaveProperty('session');
  });
});

describe.each([proxySignup, proxySignupV2])('on one store, by $name', (row) => {
  const signup = signupBy(row);
  beforeEach(async () => {
    service = await createTestService({
      clock: tickingClock(),
      config: { allowedAuthMethods: ['email', 'sms', 'wallet'] },
    });
  });

  test('a claimed contact is refused: without a token, with one for another, beside the proved one', async () => {
    const email = await verifiedToken(service, 'ada@example.com');
    const phone = await verifiedToken(service, '+15550100', 'OTP_TYPE_SMS');
    const apiKeys = [apiKeyOf(await createSigningKey())];
    for (const request of [
      { ...lists, apiKeys, userEmail: 'bob@example.com' },
      { ...lists, apiKeys, userPhoneNumber: '+15550101' },
      { ...lists, userEmail: 'bob@example.com' },
      await saying({ email: 'bob@example.com' }, email),
      await saying({ email: 'ada+1@example.com' }, email),
      await saying({ phoneNumber: '+15550100' }, email),
      await saying({ email: 'ada@example.com', phoneNumber: '+15550101' }, email),
      await saying({ email: 'ada@example.com' }, phone),
      await saying({ phoneNumber: '+15550101' }, phone),
    ]) {
      expect(await signup(request)).toBe('CONTACT_NOT_VERIFIED');
    }
    for (const request of [
      { ...lists, apiKeys, userEmail: 'a@b.com,c@d.com' },
      { ...lists, apiKeys, userPhoneNumber: '15550100' },
    ]) {
      expect(await signup(request)).toBe('CONTACT_INVALID');
    }
    expect(await subOrganizations()).toEqual([]);
  });

  test('the proved contact is the user’s, in its canonical form, whether or not it is repeated', async () => {
    for (const [contact, said] of [
      ['ada@example.com', { email: ' Ada@Example.COM ' }],
      ['bob@example.com', {}],
    ] as const) {
      const proof = await verifiedToken(service, contact);
      const { organizationId, userId } = (await signup(await saying(said, proof))) as Made;
      await callProxy(service, proxyOtpLogin, await loginRequest(proof.token, proof.key));
      const { user } = await ask<{ user: object }>(service, proof.key, getUser, { organizationId, userId });
      expect(user).toMatchObject({ userEmail: contact });
    }
  });

  test('a signup brings a credential or a proof', async () => {
    expect(await signup(lists)).toBe('CREDENTIAL_REQUIRED');
    expect(await signup({ ...lists, userName: 'Ada', organizationName: 'Home' })).toBe('CREDENTIAL_REQUIRED');
    const key = await createSigningKey();
    const { organizationId, userId } = (await signup({ ...lists, apiKeys: [apiKeyOf(key)] })) as Made;
    expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ organizationId, userId });
  });

  test('a sign-up by keys alone is a method, and one with a token or an earlier key is none of it', async () => {
    const key = await createSigningKey();
    const apiKeys = [apiKeyOf(key)];
    const { organizationId } = (await signup({ ...lists, apiKeys })) as Made;
    await service.configure({ allowedAuthMethods: ['email'] });
    const before = await contentsOf(service.service.tools.store);
    for (const row of [proxySignup, proxySignupV2])
      for (const several of [[apiKeyOf(await createSigningKey())], [...apiKeys, apiKeyOf(await createSigningKey())]])
        expect(await signupBy(row)({ ...lists, apiKeys: several })).toBe('METHOD_NOT_ENABLED');
    expect(await contentsOf(service.service.tools.store), 'nothing is forwarded or recorded').toEqual(before);
    const methods = async () =>
      (await callProxy<{ enabledProviders: string[] }>(service, proxyWalletKitConfig, {})).enabledProviders;
    expect(await methods()).toEqual(['email']);
    const next = await createSigningKey();
    const parent = { key, organizationId: service.organizationId };
    await done(service, parent, stampLogin, { publicKey: next.publicKey });
    expect(await ask(service, next, whoami, { organizationId })).toMatchObject({ organizationId });
    const proof = await verifiedToken(service, 'ada@example.com');
    expect(await signup(await signupRequest(proof.token, proof.key))).toHaveProperty('organizationId');
    await service.configure({ allowedAuthMethods: ['email', 'wallet'] });
    expect(await methods()).toEqual(['email', 'wallet']);
    expect(await signup({ ...lists, apiKeys: [apiKeyOf(await createSigningKey())] })).toHaveProperty('organizationId');
  });

  test('T-16: signups from one address are limited; who asks for what is there already is not', async () => {
    await service.configure({ signupsPerAddress: { most: 2, windowSeconds: 60 } });
    const withKey = async () => ({ ...lists, apiKeys: [apiKeyOf(await createSigningKey())] });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const made = await signup(await signupRequest(token, key), '192.0.2.1');
    expect(await signup(await withKey(), '192.0.2.1')).toHaveProperty('organizationId');
    await expect(callProxy(service, row, await withKey(), {}, '192.0.2.1')).rejects.toMatchObject({
      code: 'TOO_MANY_SIGNUPS',
      status: 429,
      retryAfterMs: 60_000,
    });
    expect(await signup(await signupRequest(token, key), '192.0.2.1')).toEqual(made);
    const later = await verifiedToken(service, 'ada@example.com');
    expect(await signup(await signupRequest(later.token, later.key), '192.0.2.1')).toMatchObject({
      organizationId: (made as Made).organizationId,
    });
    expect(await signup(await withKey(), '192.0.2.2')).toHaveProperty('organizationId');
    service.clock.advanceMs(60_000);
    expect(await signup(await withKey(), '192.0.2.1')).toHaveProperty('organizationId');
  });

  test('T-18: a token that a login has ended makes nothing any more', async () => {
    await signUp(service, 'ada@example.com');
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key));
    expect(await signup(await signupRequest(token, key))).toBe('VERIFICATION_TOKEN_SPENT');
  });

  test('a signup whose wallet cannot be created leaves nothing behind, and the token is still valid', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = (await signupRequest(token, key)) as { wallet: { accounts: object[] } };
    const wallet = { ...request.wallet, accounts: [{ ...request.wallet.accounts[0], path: 'm/x' }] };
    expect(await signup({ ...request, wallet })).toBe('PATH_MALFORMED');
    expect(await subOrganizations()).toEqual([]);
    expect(await signup(request)).toHaveProperty('organizationId');
  });
});
