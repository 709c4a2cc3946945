import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getActivity } from '../../../src/contract/activities.queries.js';
import type { Activity } from '../../../src/contract/activities.records.js';
import { createOauth2Credential, deleteOauth2Credential, oauth2Authenticate } from '../../../src/contract/oauth2.js';
import { proxyAccount, proxySignup } from '../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { proxyOauth2Authenticate, proxyOauthLogin } from '../../../src/contract/proxyOauth.js';
import { openBearerToken } from '../../../src/crypto/bundles.js';
import { toHex } from '../../../src/crypto/hex.js';
import { createAgreementKey, createSigningKey } from '../../../src/crypto/p256.js';
import { readSessionToken } from '../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import type { Oauth2Name } from '../../../src/service/tools.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { sealedFor } from '../../support/examples/oauth2.js';
import { type Oauth2TestProvider, startOauth2Provider } from '../../support/oauth2Provider.js';
import { absentId, act, done, makeOtherParent, type Party, refusedAs, rootOf } from '../../support/parties.js';
import { databases } from '../../support/stores.js';
import { ask, callProxy, envelope, post } from '../../support/wire.js';
import { stampBy } from './stampBy.js';

const publicUrl = 'https://latchkey.test';
const providers = { x: 'OAUTH2_PROVIDER_X', discord: 'OAUTH2_PROVIDER_DISCORD' } as const;

describe.each(databases)('logging in at X and Discord on $name', ({ open }) => {
  let service: TestService;
  let provider: Oauth2TestProvider;
  let root: Party;
  let oauth2CredentialId: string;

  beforeAll(async () => {
    provider = await startOauth2Provider();
    service = await createTestService({
      store: await open(),
      outbound: guardedOutbound('public addresses and this machine'),
      publicUrl,
      oauth2Endpoints: provider.endpoints,
      config: { oauthRedirectUrls: [provider.redirectUri], refusalsPerAddress: { most: 10_000, windowSeconds: 60 } },
    });
    root = await rootOf(service);
    const encryptedClientSecret = await sealedFor(service, root.organizationId);
    for (const name of ['discord', 'x'] as const) {
      const app = { provider: providers[name], clientId: provider.clientId, encryptedClientSecret };
      ({ oauth2CredentialId } = await done(service, root, createOauth2Credential, app));
    }
  });
  afterAll(async () => {
    await service.close();
    await provider.close();
  });
  beforeEach(() => service.clock.advanceMs(1));
  afterEach(() => {
    provider.provider.fault = undefined;
  });

  const throughProxy = async (name: Oauth2Name, person: string, publicKey: string, more: object = {}) =>
    callProxy<{ oidcToken: string }>(service, proxyOauth2Authenticate, {
      provider: providers[name],
      clientId: provider.clientId,
      ...(await provider.exchangeFor(name, person, publicKey)),
      ...more,
    });
  const asRoot = async (more: object = {}) => {
    const { publicKey } = await createSigningKey();
    return { oauth2CredentialId, ...(await provider.exchangeFor('x', 'Ada', publicKey)), ...more };
  };
  const activityBy = async (activityId: string) => {
    const { organizationId } = root;
    return (await ask<{ activity: Activity }>(service, root.key, getActivity, { organizationId, activityId })).activity;
  };

  test.each(['x', 'discord'] as const)('somebody signs up and logs in at %s, and comes back', async (name) => {
    const key = await createSigningKey();
    const { oidcToken } = await throughProxy(name, 'Ada', key.publicKey);
    expect(await callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: oidcToken })).toEqual({});
    const oauthProviders = [{ providerName: name, oidcToken }];
    const signup = { apiKeys: [], authenticators: [], oauthProviders };
    const { organizationId } = await callProxy<{ organizationId: string }>(service, proxySignup, signup);
    const login = { oidcToken, publicKey: key.publicKey };
    const { session } = await callProxy<{ session: string }>(service, proxyOauthLogin, login);
    expect(readSessionToken(session)).toMatchObject({ organization_id: organizationId, public_key: key.publicKey });
    const later = await createSigningKey();
    const again = await throughProxy(name, 'Ada', later.publicKey);
    const found = { filterType: 'OIDC_TOKEN', filterValue: again.oidcToken };
    expect(await callProxy(service, proxyAccount, found)).toEqual({ organizationId });
    const other = await throughProxy(name, 'Eve', later.publicKey);
    const ofEve = { filterType: 'OIDC_TOKEN', filterValue: other.oidcToken };
    expect(await callProxy(service, proxyAccount, ofEve)).toEqual({});
    await expect(
      callProxy(service, proxyOauthLogin, { oidcToken: again.oidcToken, publicKey: key.publicKey }),
    ).rejects.toMatchObject({ code: 'OIDC_NONCE_MISMATCH' });
  });

  test('the token is one that any verifier of OpenID Connect takes, by the service’s own discovery', async () => {
    const key = await createSigningKey();
    const { oidcToken } = await throughProxy('discord', 'Ada', key.publicKey);
    const document = await (await service.fetch(`${publicUrl}/.well-known/openid-configuration`)).json();
    expect(document.issuer).toBe(publicUrl);
    const keys = createRemoteJWKSet(new URL(document.jwks_uri), { [customFetch]: service.fetch });
    const { payload } = await jwtVerify(oidcToken, keys, {
      issuer: publicUrl,
      audience: provider.clientId,
      currentDate: new Date(service.clock()),
    });
    expect(payload.sub).toMatch(/^discord:\d+$/);
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    expect(payload.name).toBe('Ada');
    expect(payload).not.toHaveProperty('encrypted_bearer_token');
  });

  test('where a key is given, the provider’s access token is sealed to it', async () => {
    const target = await createAgreementKey();
    const parameters = await asRoot({ bearerTokenTargetPublicKey: toHex(target.publicKey) });
    const { oidcToken } = await done(service, root, oauth2Authenticate, parameters);
    const claims = JSON.parse(Buffer.from(oidcToken.split('.')[1] ?? '', 'base64url').toString());
    expect(await openBearerToken(claims.encrypted_bearer_token, target)).toMatch(/^[\w-]{22}$/);
    const wrong = await asRoot({ bearerTokenTargetPublicKey: `04${'11'.repeat(64)}` });
    await refusedAs('PUBLIC_KEY_INVALID', service, root, oauth2Authenticate, wrong);
  });

  test('T-33 a token that the service made for another organization is refused, though its app has the same client id', async () => {
    const other = await makeOtherParent(service);
    const encryptedClientSecret = await sealedFor(service, other.organizationId);
    const app = { provider: providers.x, clientId: provider.clientId, encryptedClientSecret };
    const { oauth2CredentialId: theirs } = await done(service, other, createOauth2Credential, app);
    const parameters = { ...(await asRoot()), oauth2CredentialId: theirs };
    const { oidcToken } = await done(service, other, oauth2Authenticate, parameters);
    await expect(
      callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: oidcToken }),
    ).rejects.toMatchObject({ code: 'OIDC_AUDIENCE_UNKNOWN' });
  });

  test('T-30, T-35 a code of another verifier, redirect URI, app or provider is refused, and so is one that was spent', async () => {
    const { publicKey } = await createSigningKey();
    const refusedBy = (code: string, more: object, name: Oauth2Name = 'x') =>
      expect(throughProxy(name, 'Ada', publicKey, more)).rejects.toMatchObject({ code });
    await refusedBy('OAUTH_CODE_REFUSED', { codeVerifier: 'v'.repeat(43) });
    await refusedBy('OAUTH_CODE_REFUSED', { codeVerifier: 'v'.repeat(43) }, 'discord');
    await refusedBy('OAUTH_CODE_REFUSED', { provider: providers.discord });
    for (const redirectUri of [`${provider.redirectUri}/`, 'https://evil.example.com/', `${provider.redirectUri}?a=b`])
      await refusedBy('OAUTH_REDIRECT_REFUSED', { redirectUri });
    await refusedBy('METHOD_NOT_ENABLED', { clientId: 'another' });
    for (const codeVerifier of ['short', 'v'.repeat(129), `${'v'.repeat(42)} `])
      await refusedBy('REQUEST_INVALID', { codeVerifier });
    await refusedBy('REQUEST_INVALID', { nonce: 'no hash' });
    const exchange = await provider.exchangeFor('x', 'Ada', publicKey);
    await throughProxy('x', 'Ada', publicKey, exchange);
    service.clock.advanceMs(1);
    await refusedBy('OAUTH_CODE_REFUSED', exchange);
  });

  test('a provider that is down, in trouble, lying or not to be understood is told apart from a code that it refuses', async () => {
    const { publicKey } = await createSigningKey();
    const hears = async (code: string, step: 'token' | 'user', status: number, body: string) => {
      provider.provider.fault = (at, outgoing) => {
        if (at === step) outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
        return at === step;
      };
      service.clock.advanceMs(1);
      await expect(throughProxy('x', 'Ada', publicKey)).rejects.toMatchObject({ code });
    };
    await hears('PROVIDER_UNREACHABLE', 'token', 503, '{}');
    await hears('PROVIDER_UNREACHABLE', 'user', 429, '{}');
    await hears('OAUTH_CLIENT_REFUSED', 'token', 400, '{"error":"unauthorized_client"}');
    await hears('OAUTH_CLIENT_REFUSED', 'token', 401, '{}');
    await hears('PROVIDER_ANSWER_INVALID', 'token', 302, '{}');
    for (const body of ['', '[]', '{}', '{"access_token":"a b","token_type":"bearer"}', '{"access_token":"a"}'])
      await hears('PROVIDER_ANSWER_INVALID', 'token', 200, body);
    for (const body of ['{}', '{"data":{"id":7}}', '{"data":{"id":"7:8"}}', '{"data":{"id":""}}', '{"id":"7"}'])
      await hears('PROVIDER_ANSWER_INVALID', 'user', 200, body);
    await hears('PROVIDER_ANSWER_INVALID', 'user', 403, '{}');
    provider.provider.fault = (_, outgoing) => {
      outgoing.destroy();
      return true;
    };
    service.clock.advanceMs(1);
    await expect(throughProxy('x', 'Ada', publicKey)).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
  });

  test('T-22 the same bytes at once exchange a code once: who is later gets the activity that is under way, and then its token', async () => {
    const body = envelope(service, oauth2Authenticate, root.organizationId, await asRoot());
    const stamp = await stampBy(root.key, body);
    const before = provider.asked.token;
    let go: (value?: unknown) => void = () => {};
    const held = new Promise((resolve) => {
      go = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      provider.provider.fault = async () => {
        resolve();
        await held;
        return false;
      };
    });
    const send = async () => (await post(service, oauth2Authenticate.path, body, stamp)).json();
    const first = send();
    await reached;
    const meanwhile = await send();
    expect(meanwhile.activity).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING', result: {} });
    expect(JSON.stringify(meanwhile)).not.toContain(JSON.parse(body).parameters.authCode);
    expect(await activityBy(meanwhile.activity.id)).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING' });
    go();
    const { activity } = await first;
    expect(activity).toMatchObject({ id: meanwhile.activity.id, status: 'ACTIVITY_STATUS_COMPLETED' });
    expect((await send()).activity).toEqual(activity);
    expect(provider.asked.token).toBe(before + 1);
    expect((await activityBy(activity.id)).result).toEqual({ oauth2AuthenticateResult: { oidcToken: '[redacted]' } });
  });

  test('the auth proxy waits for the same bytes that are under way', async () => {
    const { publicKey } = await createSigningKey();
    const exchange = await provider.exchangeFor('x', 'Ada', publicKey);
    const before = provider.asked.token;
    provider.provider.fault = async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return false;
    };
    // The clock stands still, so that both are forwarded as the same bytes.
    const [one, other] = await Promise.all([
      throughProxy('x', 'Ada', publicKey, exchange),
      throughProxy('x', 'Ada', publicKey, exchange),
    ]);
    expect(one).toEqual(other);
    expect(provider.asked.token).toBe(before + 1);
  });

  test('what was begun by a process that is no more comes to nothing within a minute, whoever meets it, and is not done again', async () => {
    const meet = [
      async (body: string) => void (await post(service, oauth2Authenticate.path, body, await stampBy(root.key, body))),
      async (_: string, id: string) => void (await activityBy(id)),
      async () => void (await service.service.deliver()),
    ];
    for (const meeting of meet) {
      service.clock.advanceMs(61_000);
      const body = envelope(service, oauth2Authenticate, root.organizationId, await asRoot());
      const stamp = await stampBy(root.key, body);
      const asked = new Promise<void>((resolve) => {
        // It never answers: as if the process had ended between code and token.
        provider.provider.fault = async () => {
          resolve();
          return new Promise(() => {});
        };
      });
      const lost = post(service, oauth2Authenticate.path, body, stamp).then((answer) => answer.json());
      await asked;
      const before = provider.asked.token;
      const { activity } = await (await post(service, oauth2Authenticate.path, body, stamp)).json();
      service.clock.advanceMs(59_000);
      expect(await activityBy(activity.id)).toMatchObject({ status: 'ACTIVITY_STATUS_PENDING' });
      service.clock.advanceMs(61_000);
      await meeting(body, activity.id);
      const { store } = service.service.tools;
      const find = store.db.selectFrom('activities').selectAll().where('activity_id', '=', activity.id);
      const stored = await find.executeTakeFirstOrThrow();
      expect(stored.status).toBe('ACTIVITY_STATUS_FAILED');
      expect(JSON.parse(stored.failure ?? '').details[0].reason).toBe('START_AGAIN');
      const again = await post(service, oauth2Authenticate.path, body, stamp);
      expect(again.status).toBe(503);
      expect(await store.db.selectFrom('effects').selectAll().execute()).toEqual([]);
      // Who was at it all the time is told the same, when the provider does not answer in time.
      expect((await lost).details[0].reason).toBe('START_AGAIN');
      expect(provider.asked.token).toBe(before);
    }
  }, 40_000);

  test('a lease is renewed between the provider’s two answers, however slow the first one was', async () => {
    provider.provider.fault = (step) => {
      service.clock.advanceMs(step === 'token' ? 50_000 : 55_000);
      return false;
    };
    const activity = await act(service, root, oauth2Authenticate, await asRoot());
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('a credential that is absent, deleted or another organization’s exchanges nothing', async () => {
    const other = await makeOtherParent(service);
    const parameters = await asRoot();
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, other, oauth2Authenticate, parameters);
    const absent = { ...parameters, oauth2CredentialId: absentId };
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, root, oauth2Authenticate, absent);
  });

  test('the configuration names a provider while there is a credential of it, and no longer', async () => {
    const configuration = () => callProxy<{ enabledProviders: string[] }>(service, proxyWalletKitConfig, {});
    expect(await configuration()).toMatchObject({
      enabledProviders: ['email', 'discord', 'x'],
      oauthClientIds: { discord: provider.clientId, x: provider.clientId },
      oauth2AuthorizationEndpoints: { x: provider.endpoints.x?.authorization },
    });
    await done(service, root, deleteOauth2Credential, { oauth2CredentialId });
    expect((await configuration()).enabledProviders).toEqual(['email', 'discord']);
  });
});

test('without a public URL nobody logs in there, and nothing is told of keys', async () => {
  const service = await createTestService();
  const root = await rootOf(service);
  const encryptedClientSecret = await sealedFor(service, root.organizationId);
  const app = { provider: providers.x, clientId: 'client', encryptedClientSecret };
  const { oauth2CredentialId } = await done(service, root, createOauth2Credential, app);
  const { enabledProviders } = await callProxy<{ enabledProviders: string[] }>(service, proxyWalletKitConfig, {});
  expect(enabledProviders).toEqual(['email']);
  const exchange = {
    authCode: 'code',
    redirectUri: 'https://app.example.com/',
    codeVerifier: 'v'.repeat(43),
    nonce: '0'.repeat(64),
  };
  await refusedAs('METHOD_NOT_ENABLED', service, root, oauth2Authenticate, { ...exchange, oauth2CredentialId });
  await expect(
    callProxy(service, proxyOauth2Authenticate, { ...exchange, provider: providers.x, clientId: 'client' }),
  ).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
  expect((await service.fetch('https://latchkey.test/.well-known/openid-configuration')).status).toBe(404);
  for (const publicUrl of ['http://example.com', 'https://example.com/', 'https://example.com/path', 'nowhere'])
    await expect(createTestService({ publicUrl })).rejects.toThrow(TypeError);
  await service.close();
});
