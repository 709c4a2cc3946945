import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { type GetApiKeysResponse, getApiKeys } from '../../../../../src/contract/credentials.queries.js';
import { createOauthProviders, oauthLogin } from '../../../../../src/contract/oauth.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { listSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { proxyAccount } from '../../../../../src/contract/proxy.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import { act, apiKeyOf, done, makeSubOrganization, refusedAs } from '../../../../support/parties.js';
import { createPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, signUp, signupRequest, verifiedToken, wallet } from '../../../../support/wire.js';
import { type OauthPlace, openOauthPlace } from './oauthPlace.js';

describe.each(databases)('OAuth on $name', ({ open }) => {
  let place: OauthPlace;
  beforeAll(async () => {
    place = await openOauthPlace(await open());
  });
  afterAll(() => place.close());
  beforeEach(() => place.nextPerson());

  test('a person signs up and logs in by an OIDC token, and is known by it from then on', async () => {
    const { issuer, login, providers, providersOf, service, signup, subject, tokenFor } = place;
    const key = await createSigningKey();
    const token = await tokenFor(key);
    const lookUp = () => callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: token });
    expect(await lookUp()).toEqual({});
    const made = await signup({ oauthProviders: providers(token), wallet });
    expect(made.wallet?.addresses).toHaveLength(2);
    expect(await lookUp()).toEqual({ organizationId: made.organizationId });
    const { session } = await login(key, token);
    expect(readSessionToken(session)).toMatchObject({
      organization_id: made.organizationId,
      user_id: made.userId,
      public_key: key.publicKey,
    });
    const { organizationId } = made;
    expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ userId: made.userId });
    const { user } = await ask<{ user: User }>(service, key, getUser, { organizationId, userId: made.userId });
    expect(user.oauthProviders).toEqual([
      {
        providerId: expect.any(String),
        providerName: 'Example ID',
        issuer: issuer.url,
        audience: issuer.clientId,
        subject,
        createdAt: expect.any(Object),
        updatedAt: expect.any(Object),
      },
    ]);
    expect(await providersOf({ key, organizationId }, made.userId)).toEqual(user.oauthProviders);
    expect(await providersOf({ key, organizationId })).toEqual(user.oauthProviders);
    const later = await createSigningKey();
    await login(later, await tokenFor(later), { organizationId, invalidateExisting: true });
    await expect(ask(service, key, whoami, { organizationId })).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('the same token makes one sub-organization and one session, however often it is shown', async () => {
    const { login, providers, signup, tokenFor } = place;
    const key = await createSigningKey();
    const token = await tokenFor(key);
    const request = { oauthProviders: providers(token), wallet };
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => signup(request)));
    expect(others.map(({ organizationId }) => organizationId)).toEqual(Array(4).fill(first?.organizationId));
    const sessions = await Promise.all(Array.from({ length: 5 }, () => login(key, token)));
    expect(new Set(sessions.map(({ session }) => session)).size).toBe(1);
    const fresh = await signup({ oauthProviders: providers(await tokenFor(key, { jti: 'another' })) });
    expect(fresh).toEqual({ organizationId: first?.organizationId, userId: first?.userId });
  });

  test('two tokens of one person at once make one sub-organization', async () => {
    const { providers, signup, tokenFor } = place;
    const keys = await Promise.all(Array.from({ length: 4 }, () => createSigningKey()));
    const tokens = await Promise.all(keys.map((key) => tokenFor(key)));
    const made = await Promise.all(tokens.map((token) => signup({ oauthProviders: providers(token) })));
    expect(new Set(made.map(({ organizationId }) => organizationId)).size).toBe(1);
  });

  test('T-34 beside another credential a token is accepted only if it was requested for a key that signs up', async () => {
    const { providers, service, signup, subject, tokenFor } = place;
    const [mine, victims] = [await createSigningKey(), await createSigningKey()];
    const stolen = await tokenFor(victims);
    const withKey = { apiKeys: [apiKeyOf(mine)], oauthProviders: providers(stolen) };
    await expect(signup(withKey)).rejects.toMatchObject({ code: 'OIDC_NONCE_MISMATCH' });
    const eves = await tokenFor(mine, { sub: `${subject}-eve` });
    const withToken = { oauthProviders: providers(eves, stolen) };
    await expect(signup(withToken)).rejects.toMatchObject({ code: 'OIDC_NONCE_MISMATCH' });
    const { token, key } = await verifiedToken(service, `${subject}@example.com`);
    const withContact = { ...(await signupRequest(token, key)), oauthProviders: providers(stolen) };
    await expect(signup(withContact)).rejects.toMatchObject({ code: 'CLIENT_SIGNATURE_INVALID' });
    const own = { apiKeys: [apiKeyOf(victims)], oauthProviders: providers(stolen) };
    expect(await signup(own)).toMatchObject({ organizationId: expect.any(String) });
  });

  test('A-69: naming the stranger’s own key beside their token brings no other way in', async () => {
    const { providers, service, signup, subject, tokenFor } = place;
    await service.configure({ allowedAuthMethods: ['email', 'passkey'] });
    const [mine, victims] = [await createSigningKey(), await createSigningKey()];
    const stolen = providers(await tokenFor(victims));
    const passkey = await (await createPasskey()).register();
    const second = providers(await tokenFor(victims, { sub: `${subject}-second` }));
    for (const ways of [
      { apiKeys: [apiKeyOf(victims), apiKeyOf(mine)], oauthProviders: stolen },
      { apiKeys: [apiKeyOf(victims)], authenticators: [passkey], oauthProviders: stolen },
      { apiKeys: [apiKeyOf(victims)], oauthProviders: [...stolen, ...second] },
    ])
      await expect(signup(ways)).rejects.toMatchObject({ code: 'OIDC_NONCE_MISMATCH' });
    // Whoever holds the key has signed for all of it: an address that they proved with that key.
    const { token, key } = await verifiedToken(service, `${subject}@example.com`);
    const oauthProviders = providers(await tokenFor(key));
    const request = await signupRequest(token, key, { apiKeys: [apiKeyOf(key)], oauthProviders });
    expect(await signup(request)).toMatchObject({ organizationId: expect.any(String) });
    await service.configure({ allowedAuthMethods: ['email'] });
  });

  test('T-34 the e-mail address in a token is no identity and no proof', async () => {
    const { login, providers, service, signup, subject, tokenFor } = place;
    const email = `${subject}@example.com`;
    const ada = await signUp(service, email);
    const key = await createSigningKey();
    const token = await tokenFor(key, { email, email_verified: true });
    await expect(login(key, token)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    const byEmail = { filterType: 'EMAIL', filterValue: email, oidcToken: token };
    expect(await callProxy(service, proxyAccount, byEmail)).toEqual({});
    const named = { userEmail: email, oauthProviders: providers(token) };
    await expect(signup(named)).rejects.toMatchObject({ code: 'CONTACT_NOT_VERIFIED' });
    const { organizationId } = await signup({ oauthProviders: providers(token) });
    expect(organizationId).not.toBe(ada.organizationId);
  });

  test('claims are taken beside a token of the same issuer and subject, and lead to the same person', async () => {
    const { claims, login, providers, root, service, tokenFor } = place;
    const key = await createSigningKey();
    const token = await tokenFor(key);
    const beside = { providerName: 'Example ID on the phone', oidcClaims: claims('second') };
    const rootUser = { userName: 'Ada', oauthProviders: [...providers(token), beside] };
    const make = (rootUsers: object[]) =>
      act(service, root, createSubOrganization, {
        subOrganizationName: 'With claims',
        rootUsers,
        rootQuorumThreshold: 1,
      });
    for (const oidcClaims of [
      claims('second', 'eve'),
      claims('third'),
      { ...claims('second'), iss: 'https://evil.example' },
    ]) {
      await expect(
        make([{ ...rootUser, oauthProviders: [...providers(token), { ...beside, oidcClaims }] }]),
      ).rejects.toMatchObject({ code: 'OIDC_CLAIMS_UNPROVED' });
    }
    await expect(make([{ ...rootUser, oauthProviders: [beside] }])).rejects.toMatchObject({
      code: 'OIDC_CLAIMS_UNPROVED',
    });
    await make([rootUser]);
    const phone = await createSigningKey();
    const { session } = await login(phone, await tokenFor(phone, { aud: 'second' }));
    const organizationId = readSessionToken(session).organization_id;
    expect(await ask(service, phone, whoami, { organizationId })).toMatchObject({ username: 'Ada' });
    const found = { organizationId: root.organizationId, filterType: 'OIDC_CLAIMS' };
    const filterValue = JSON.stringify(claims('second'));
    expect(await ask(service, root.key, listSuborgs, { ...found, filterValue })).toEqual({
      organizationIds: [organizationId],
    });
    const byToken = { organizationId: root.organizationId, filterType: 'OIDC_TOKEN', filterValue: token };
    expect(await ask(service, root.key, listSuborgs, byToken)).toEqual({ organizationIds: [organizationId] });
  });

  test('an identity is not found as a public key', async () => {
    const { person, service } = place;
    await person();
    const rows = await service.service.tools.store.db.selectFrom('credential_index').select('lookup_key').execute();
    const [identity] = rows.filter(({ lookup_key }) => lookup_key.startsWith('oidc/'));
    const filterValue = identity?.lookup_key ?? '';
    expect(filterValue).not.toBe('');
    expect(await callProxy(service, proxyAccount, { filterType: 'PUBLIC_KEY', filterValue })).toEqual({});
  });

  test("a parent's root user logs people in with their token, and nobody without", async () => {
    const { clock, person, root, service, tokenFor } = place;
    const { organizationId, userId } = await person();
    const key = await createSigningKey();
    const { publicKey } = key;
    const inside = { ...root, organizationId };
    const { session } = await done(service, inside, oauthLogin, {
      oidcToken: await tokenFor(key),
      publicKey,
      expirationSeconds: '60',
    });
    expect(readSessionToken(session)).toMatchObject({ user_id: userId, exp: Math.floor(clock() / 1000) + 60 });
    const thief = await createSigningKey();
    const stolen = { oidcToken: await tokenFor(key, { jti: '2' }), publicKey: thief.publicKey };
    await refusedAs('OIDC_NONCE_MISMATCH', service, inside, oauthLogin, stolen);
    const nobodys = { oidcToken: await tokenFor(key, { sub: 'nobody' }), publicKey };
    await refusedAs('ACCOUNT_NOT_FOUND', service, inside, oauthLogin, nobodys);
  });

  test('a token logs in members of a top-level organization, and nobody of its root quorum, whose last key it leaves', async () => {
    const { providers, root, service, subject, tokenFor } = place;
    const key = await createSigningKey();
    const { userId } = root;
    await done(service, root, createOauthProviders, { userId, oauthProviders: providers(await tokenFor(root.key)) });
    const asked = async (more?: object) => ({ oidcToken: await tokenFor(key, more), publicKey: key.publicKey });
    await refusedAs('ACCOUNT_NOT_FOUND', service, root, oauthLogin, await asked({ jti: '2' }));
    const { organizationId } = root;
    const held = await ask<GetApiKeysResponse>(service, root.key, getApiKeys, { organizationId, userId });
    const apiKeyIds = held.apiKeys.map(({ apiKeyId }) => apiKeyId);
    await refusedAs('LAST_CREDENTIAL', service, root, deleteApiKeys, { userId, apiKeyIds });
    const sub = `${subject}-member`;
    const own = await createSigningKey();
    const oauthProviders = providers(await tokenFor(own, { sub }));
    const lists = { apiKeys: [apiKeyOf(own)], authenticators: [], userTags: [] };
    const users = [{ userName: `Member ${subject}`, ...lists, oauthProviders }];
    const { userIds } = await done(service, root, createUsers, { users });
    await refusedAs('ACCOUNT_NOT_FOUND', service, root, oauthLogin, await asked({ sub, jti: '3' }));
    await ask(service, own, whoami, { organizationId: root.organizationId });
    const { session } = await done(service, root, oauthLogin, await asked({ sub, jti: '2' }));
    expect(readSessionToken(session).user_id).toBe(userIds[0]);
  });

  test('a waiting activity presents its tokens at submission, and is executed with them a day later', async () => {
    const { login, providers, service, subject, tokenFor, clock } = place;
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, grace = ada] = users;
    const key = await createSigningKey();
    const user = async (more: object) => ({
      users: [
        {
          userName: `User ${subject}`,
          apiKeys: [apiKeyOf(key)],
          authenticators: [],
          userTags: [],
          oauthProviders: providers(await tokenFor(key, more)),
        },
      ],
    });
    const before = await service.service.tools.store.db.selectFrom('activities').selectAll().execute();
    await refusedAs('OIDC_ISSUER_UNKNOWN', service, ada, createUsers, await user({ iss: 'https://evil.example' }));
    const after = await service.service.tools.store.db.selectFrom('activities').selectAll().execute();
    expect(after).toHaveLength(before.length);
    const { fingerprint, status } = await act(service, ada, createUsers, await user({}));
    expect(status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    clock.advanceMs(23 * 60 * 60_000);
    await done(service, grace, approveActivity, { fingerprint });
    await ask(service, key, whoami, { organizationId: ada.organizationId });
    const next = await createSigningKey();
    const { session } = await login(next, await tokenFor(next));
    expect(readSessionToken(session).organization_id).toBe(ada.organizationId);
  });

  test('an issuer that was removed from the configuration logs nobody in', async () => {
    const { login, person, service, tokenFor } = place;
    const { key, organizationId } = await person();
    await service.configure({ oidcIssuers: [] });
    await expect(login(key, await tokenFor(key, { jti: '2' }))).rejects.toMatchObject({ code: 'OIDC_ISSUER_UNKNOWN' });
    expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ organizationId });
  });

  test('what is recorded and shown holds no token', async () => {
    const { person, service } = place;
    const { token, session } = await person();
    const { db } = service.service.tools.store;
    const recorded = JSON.stringify([
      await db.selectFrom('activities').selectAll().execute(),
      await db.selectFrom('votes').selectAll().execute(),
      await db.selectFrom('oidc_token_uses').selectAll().execute(),
    ]);
    for (const secret of [token, session]) expect(recorded).not.toContain(secret);
  });
});
