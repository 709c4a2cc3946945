import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { type GetApiKeysResponse, getApiKeys } from '../../../../../src/contract/credentials.queries.js';
import { createOauthProviders, deleteOauthProviders, oauthLogin } from '../../../../../src/contract/oauth.js';
import { getOauthProviders } from '../../../../../src/contract/oauth.queries.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { listSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { proxyAccount, proxySignup } from '../../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../../src/contract/proxyConfig.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import type { AnswerOf } from '../../../../../src/contract/row.js';
import type { OauthProvider, User } from '../../../../../src/contract/shapes.js';
import { createUsers } from '../../../../../src/contract/users.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey, type SigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import {
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { createPasskey } from '../../../../support/passkey.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, signUp, signupRequest, verifiedToken, wallet } from '../../../../support/wire.js';

describe.each(databases)('OAuth on $name', ({ open }) => {
  const clock = createTestClock();
  let service: TestService;
  let issuer: TestIssuer;
  let root: Party;
  let subject: string;
  let people = 0;

  beforeAll(async () => {
    issuer = await startIssuer(clock);
    service = await createTestService({
      clock,
      store: await open(),
      outbound: guardedOutbound('public and loopback'),
      config: {
        refusalsPerAddress: { most: 10_000, windowSeconds: 60 },
        signupsPerAddress: { most: 10_000, windowSeconds: 60 },
      },
    });
    root = await rootOf(service);
  });
  afterAll(async () => {
    await service.close();
    await issuer.close();
  });
  beforeEach(async () => {
    people += 1;
    // So that no change of the configuration is the same bytes as an earlier one.
    clock.advanceMs(1);
    subject = `person-${people}`;
    const clientIds = [issuer.clientId, 'second'];
    await service.configure({ oidcIssuers: [{ id: 'example', issuer: issuer.url, clientIds, label: 'Example ID' }] });
  });

  const tokenFor = (key: SigningKey, more?: object) => issuer.token(key.publicKey, { sub: subject, ...more });
  const providers = (...tokens: string[]) => tokens.map((oidcToken) => ({ providerName: 'Example ID', oidcToken }));
  const claims = (aud: string, sub = subject) => ({ iss: issuer.url, sub, aud });
  const signup = (more: object) =>
    callProxy<AnswerOf<typeof proxySignup>>(service, proxySignup, {
      apiKeys: [],
      authenticators: [],
      oauthProviders: [],
      ...more,
    });
  const login = (key: SigningKey, oidcToken: string, more: object = {}) =>
    callProxy<{ session: string }>(service, proxyOauthLogin, { oidcToken, publicKey: key.publicKey, ...more });
  /** A person who signed up by the token alone, and has logged in. */
  const person = async () => {
    const key = await createSigningKey();
    const token = await tokenFor(key);
    const { organizationId, userId } = await signup({ oauthProviders: providers(token), wallet });
    const { session } = await login(key, token);
    return { key, token, session, organizationId, userId };
  };
  const providersOf = async ({ key, organizationId }: Pick<Party, 'key' | 'organizationId'>, userId?: string) =>
    (
      await ask<{ oauthProviders: OauthProvider[] }>(service, key, getOauthProviders, {
        organizationId,
        ...(userId && { userId }),
      })
    ).oauthProviders;

  test('a person signs up and logs in by an OIDC token, and is known by it from then on', async () => {
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
    const keys = await Promise.all(Array.from({ length: 4 }, () => createSigningKey()));
    const tokens = await Promise.all(keys.map((key) => tokenFor(key)));
    const made = await Promise.all(tokens.map((token) => signup({ oauthProviders: providers(token) })));
    expect(new Set(made.map(({ organizationId }) => organizationId)).size).toBe(1);
  });

  test('T-34 beside another credential a token is accepted only if it was requested for a key that signs up', async () => {
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
    await person();
    const rows = await service.service.tools.store.db.selectFrom('credential_index').select('lookup_key').execute();
    const [identity] = rows.filter(({ lookup_key }) => lookup_key.startsWith('oidc/'));
    const filterValue = identity?.lookup_key ?? '';
    expect(filterValue).not.toBe('');
    expect(await callProxy(service, proxyAccount, { filterType: 'PUBLIC_KEY', filterValue })).toEqual({});
  });

  test('a person adds and removes providers, and never loses the last way in', async () => {
    const { key, organizationId, userId } = await person();
    const me: Party = { key, organizationId, userId };
    const [provider] = await providersOf(me);
    const first = provider?.providerId ?? '';
    await refusedAs('LAST_CREDENTIAL', service, me, deleteOauthProviders, { userId, providerIds: [first] });
    const add = { userId, oauthProviders: providers(await tokenFor(key, { sub: `${subject}-work` })) };
    const { providerIds } = await done(service, me, createOauthProviders, add);
    const { db } = service.service.tools.store;
    const held = await db.selectFrom('credentials').selectAll().where('user_id', '=', userId).execute();
    const session = held.find(({ kind }) => kind === 'SESSION_KEY');
    const added = held.find(({ credential_id }) => credential_id === providerIds[0]);
    expect(added?.login_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(added?.login_id).toBe(session?.login_id);
    await done(service, me, deleteOauthProviders, { userId, providerIds: [first] });
    expect((await providersOf(me)).map(({ providerId }) => providerId)).toEqual(providerIds);
    await expect(act(service, me, deleteOauthProviders, { userId, providerIds: [first] })).rejects.toMatchObject({
      code: 'OAUTH_PROVIDER_NOT_FOUND',
      turnkeyErrorCode: 'OAUTH2_PROVIDER_NOT_FOUND',
    });
    const later = await createSigningKey();
    await expect(login(later, await tokenFor(later))).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await login(later, await tokenFor(later, { sub: `${subject}-work` }));
  });

  test('an identity exists once among the sub-organizations of a parent, on every path', async () => {
    await person();
    const other = (await makeSubOrganization(service)).users[0];
    const again = { userId: other.userId, oauthProviders: providers(await tokenFor(other.key, { jti: '2' })) };
    await expect(act(service, other, createOauthProviders, again)).rejects.toMatchObject({
      code: 'CREDENTIAL_CONFLICT',
      turnkeyErrorCode: 'OAUTH_PROVIDER_ALREADY_EXISTS',
    });
    const key = await createSigningKey();
    const oauthProviders = providers(await tokenFor(key, { jti: '4' }));
    const users = [{ userName: 'Eve', apiKeys: [apiKeyOf(key)], authenticators: [], userTags: [], oauthProviders }];
    await refusedAs('CREDENTIAL_CONFLICT', service, other, createUsers, { users });
    const rootUsers = [
      {
        userName: 'Eve',
        apiKeys: [apiKeyOf(await createSigningKey())],
        oauthProviders: providers(await tokenFor(key, { jti: '3' })),
      },
    ];
    const suborg = { subOrganizationName: 'Another', rootUsers, rootQuorumThreshold: 1 };
    await refusedAs('CREDENTIAL_CONFLICT', service, root, createSubOrganization, suborg);
  });

  test('a user has at most ten providers', async () => {
    const { key, organizationId, userId } = await person();
    const me: Party = { key, organizationId, userId };
    const tokens = await Promise.all(Array.from({ length: 10 }, (_, n) => tokenFor(key, { sub: `${subject}-${n}` })));
    await done(service, me, createOauthProviders, { userId, oauthProviders: providers(...tokens.slice(0, 9)) });
    const more = { userId, oauthProviders: providers(...tokens.slice(9)) };
    await refusedAs('TOO_MANY_OAUTH_PROVIDERS', service, me, createOauthProviders, more);
  });

  test('users who are made with a provider log in by it', async () => {
    const { users } = await makeSubOrganization(service);
    const key = await createSigningKey();
    const made = {
      userName: 'Bob',
      apiKeys: [apiKeyOf(key)],
      authenticators: [],
      userTags: [],
      oauthProviders: providers(await tokenFor(key)),
    };
    const { userIds } = await done(service, users[0], createUsers, { users: [made] });
    const { organizationId } = users[0];
    const next = await createSigningKey();
    const token = await tokenFor(next);
    await expect(login(next, token)).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ userId: userIds[0] });
    const { session } = await login(next, token);
    expect(readSessionToken(session)).toMatchObject({ user_id: userIds[0], organization_id: organizationId });
  });

  test("a parent's root user logs people in with their token, and nobody without", async () => {
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
    const users = [{ userName: `Member ${people}`, ...lists, oauthProviders }];
    const { userIds } = await done(service, root, createUsers, { users });
    await refusedAs('ACCOUNT_NOT_FOUND', service, root, oauthLogin, await asked({ sub, jti: '3' }));
    await ask(service, own, whoami, { organizationId: root.organizationId });
    const { session } = await done(service, root, oauthLogin, await asked({ sub, jti: '2' }));
    expect(readSessionToken(session).user_id).toBe(userIds[0]);
  });

  test('a waiting activity presents its tokens at submission, and is executed with them a day later', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [ada, grace = ada] = users;
    const key = await createSigningKey();
    const user = async (more: object) => ({
      users: [
        {
          userName: `User ${people}`,
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
    const { key, organizationId } = await person();
    await service.configure({ oidcIssuers: [] });
    await expect(login(key, await tokenFor(key, { jti: '2' }))).rejects.toMatchObject({ code: 'OIDC_ISSUER_UNKNOWN' });
    expect(await ask(service, key, whoami, { organizationId })).toMatchObject({ organizationId });
  });

  test('what is recorded and shown holds no token', async () => {
    const { token, session } = await person();
    const { db } = service.service.tools.store;
    const recorded = JSON.stringify([
      await db.selectFrom('activities').selectAll().execute(),
      await db.selectFrom('votes').selectAll().execute(),
      await db.selectFrom('oidc_token_uses').selectAll().execute(),
    ]);
    for (const secret of [token, session]) expect(recorded).not.toContain(secret);
  });

  test('the configuration lists the providers', async () => {
    await service.configure({
      oauthClientIds: { google: ['web.apps.example', 'phone.apps.example'], apple: [] },
      oauthRedirectUrls: ['https://app.example.com/callback', 'http://localhost:5173/callback'],
      oidcIssuers: [
        {
          id: 'work',
          issuer: 'https://id.example.com/',
          clientIds: ['a', 'b'],
          label: 'Work',
          icon: 'https://id.example.com/i.svg',
        },
      ],
    });
    expect(await callProxy(service, proxyWalletKitConfig, {})).toMatchObject({
      enabledProviders: ['email', 'google', 'work'],
      oauthClientIds: { google: 'web.apps.example' },
      oauthRedirectUrl: 'https://app.example.com/callback',
      oauthRedirectUrls: ['https://app.example.com/callback', 'http://localhost:5173/callback'],
      oidcIssuers: [
        {
          id: 'work',
          issuer: 'https://id.example.com/',
          clientId: 'a',
          label: 'Work',
          icon: 'https://id.example.com/i.svg',
        },
      ],
    });
    await service.configure({ oauthClientIds: { google: [] }, oauthRedirectUrls: [], oidcIssuers: [] });
    expect(await callProxy(service, proxyWalletKitConfig, {})).toMatchObject({
      enabledProviders: ['email'],
    });
  });

  const work = { id: 'work', issuer: 'https://id.example.com', clientIds: ['a'], label: 'Work' };
  const wrong = [
    { name: 'an issuer over http', change: { oidcIssuers: [{ ...work, issuer: 'http://id.example.com' }] } },
    { name: 'an issuer with a query', change: { oidcIssuers: [{ ...work, issuer: 'https://id.example.com/?a' }] } },
    {
      name: 'an issuer that is built in',
      change: { oidcIssuers: [{ ...work, issuer: 'https://accounts.google.com' }] },
    },
    { name: 'an issuer twice', change: { oidcIssuers: [work, { ...work, id: 'again' }] } },
    { name: 'an id that is built in', change: { oidcIssuers: [{ ...work, id: 'google' }] } },
    { name: 'an icon that is a script', change: { oidcIssuers: [{ ...work, icon: 'javascript:alert(1)' }] } },
    { name: 'T-35 a redirect to a script', change: { oauthRedirectUrls: ['javascript:alert(1)'] } },
    { name: 'T-35 a redirect over http', change: { oauthRedirectUrls: ['http://app.example.com/callback'] } },
    {
      name: 'T-35 a redirect with credentials',
      change: { oauthRedirectUrls: ['https://app.example.com@evil.example/'] },
    },
    { name: 'T-35 a redirect with a fragment', change: { oauthRedirectUrls: ['https://app.example.com/#x'] } },
    {
      name: 'T-35 a redirect with a backslash',
      change: { oauthRedirectUrls: ['https://app.example.com\\@evil.example/'] },
    },
  ];
  test.each(wrong)('$name is refused', async ({ change }) => {
    await expect(service.configure(change)).rejects.toThrow('PROXY_CONFIG_INVALID');
  });
});
