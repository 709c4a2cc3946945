import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import {
  createOauth2Credential,
  deleteOauth2Credential,
  oauth2Authenticate,
  updateOauth2Credential,
} from '../../../../../src/contract/oauth2.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { proxyAccount, proxySignup } from '../../../../../src/contract/proxy.js';
import { proxyWalletKitConfig } from '../../../../../src/contract/proxyConfig.js';
import { proxyOauth2Authenticate, proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import type { RefusalCode } from '../../../../../src/contract/refusals.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import { openBearerToken } from '../../../../../src/crypto/bundles.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { toHex } from '../../../../../src/crypto/hex.js';
import { createAgreementKey, createSigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import type { Store } from '../../../../../src/service/store/store.js';
import type { Oauth2Name } from '../../../../../src/service/tools.js';
import { attestedStamper } from '../../../../../src/stampers/attestedStamp.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { sealedFor } from '../../../../support/examples/oauth2.js';
import { type Oauth2TestProvider, startOauth2Provider } from '../../../../support/oauth2Provider.js';
import {
  absentId,
  act,
  done,
  makeMember,
  makeOtherParent,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, envelope, post } from '../../../../support/wire.js';
import { stampBy } from './stampBy.js';

const publicUrl = 'https://latchkey.test';
const providers = { x: 'OAUTH2_PROVIDER_X', discord: 'OAUTH2_PROVIDER_DISCORD' } as const;

describe.each(databases)('logging in at X and Discord on $name', ({ open }) => {
  let service: TestService;
  let provider: Oauth2TestProvider;
  let root: Party;
  let oauth2CredentialId: string;
  /** Happens once, before the next transaction begins. */
  let meanwhile: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    provider = await startOauth2Provider();
    const store = await open();
    const interrupted: Store = {
      ...store,
      async transaction(run) {
        const happens = meanwhile;
        meanwhile = undefined;
        await happens?.();
        return store.transaction(run);
      },
    };
    service = await createTestService({
      store: interrupted,
      outbound: guardedOutbound('public and loopback'),
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

  test('their people log in by a stamp with a token of the service', async () => {
    const first = await createSigningKey();
    const { oidcToken } = await throughProxy('x', 'Grace', first.publicKey);
    const oauthProviders = [{ providerName: 'x', oidcToken }];
    const signedUp = await callProxy<{ organizationId: string }>(service, proxySignup, {
      ...{ apiKeys: [], authenticators: [], oauthProviders },
    });
    for (const organizationId of [signedUp.organizationId, root.organizationId]) {
      const key = await createSigningKey();
      const token = (await throughProxy('x', 'Grace', key.publicKey)).oidcToken;
      const body = envelope(service, stampLogin, organizationId, { publicKey: key.publicKey });
      const { name, value } = await attestedStamper(key, token, 'STAMP_ATTESTED_SCHEME_P256_OIDC').stamp(utf8(body));
      const answer = await post(service, stampLogin.path, body, { [name]: value });
      expect(await answer.json()).toMatchObject({ activity: { organizationId: signedUp.organizationId } });
    }
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

  test.each(['x', 'discord'] as const)('a person signs up and logs in at %s, and again later', async (name) => {
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

  test('T-33 a token that the service made for an app is refused once the app has another client id', async () => {
    const { publicKey } = await createSigningKey();
    const { oidcToken } = await throughProxy('x', 'Ada', publicKey);
    const found = () => callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue: oidcToken });
    const encryptedClientSecret = await sealedFor(service, root.organizationId);
    const rename = (clientId: string) =>
      done(service, root, updateOauth2Credential, {
        ...{ oauth2CredentialId, provider: providers.x, clientId, encryptedClientSecret },
      });
    await rename('another');
    await expect(found()).rejects.toMatchObject({ code: 'OIDC_AUDIENCE_UNKNOWN' });
    await rename(provider.clientId);
    expect(await found()).toHaveProperty('organizationId');
  });

  test('T-30, T-35 a code of another verifier, redirect URI, app or provider is refused, and so is one that was spent', async () => {
    const { publicKey } = await createSigningKey();
    const refusedBy = (code: string, more: object, name: Oauth2Name = 'x') =>
      expect(throughProxy(name, 'Ada', publicKey, more)).rejects.toMatchObject({ code });
    await refusedBy('OAUTH_CODE_REFUSED', { codeVerifier: 'v'.repeat(43) });
    await refusedBy('OAUTH_CODE_REFUSED', { codeVerifier: 'v'.repeat(43) }, 'discord');
    await refusedBy('OAUTH_CODE_REFUSED', { provider: providers.discord });
    const byRoot = await asRoot({ codeVerifier: 'v'.repeat(43) });
    await refusedAs('OAUTH_CODE_REFUSED', service, root, oauth2Authenticate, byRoot);
    for (const redirectUri of [`${provider.redirectUri}/`, 'https://evil.example.com/', `${provider.redirectUri}?a=b`])
      await refusedBy('OAUTH_REDIRECT_REFUSED', { redirectUri });
    await expect(throughProxy('x', 'Ada', publicKey, { clientId: 'another' })).rejects.toMatchObject({
      code: 'METHOD_NOT_ENABLED',
      turnkeyErrorCode: 'OAUTH2_PROVIDER_NOT_CONFIGURED',
    });
    for (const codeVerifier of ['short', 'v'.repeat(129), `${'v'.repeat(42)} `])
      await refusedBy('REQUEST_INVALID', { codeVerifier });
    await refusedBy('REQUEST_INVALID', { nonce: 'no hash' });
    const exchange = await provider.exchangeFor('x', 'Ada', publicKey);
    await throughProxy('x', 'Ada', publicKey, exchange);
    service.clock.advanceMs(1);
    await refusedBy('OAUTH_CODE_REFUSED', exchange);
  });

  test('a provider that is down, failing, lying or unintelligible is distinguished from a code that it refuses', async () => {
    const { publicKey } = await createSigningKey();
    const hears = async (code: RefusalCode, step: 'token' | 'user', status: number, body: string) => {
      provider.provider.fault = (at, outgoing) => {
        if (at === step) outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
        return at === step;
      };
      service.clock.advanceMs(1);
      await expect(throughProxy('x', 'Ada', publicKey)).rejects.toMatchObject({ code });
      await refusedAs(code, service, root, oauth2Authenticate, await asRoot());
    };
    await hears('PROVIDER_UNREACHABLE', 'token', 503, '{}');
    await hears('PROVIDER_UNREACHABLE', 'user', 429, '{}');
    await hears('OAUTH_CLIENT_REFUSED', 'token', 400, '{"error":"unauthorized_client"}');
    await hears('OAUTH_CLIENT_REFUSED', 'token', 401, '{}');
    service.clock.advanceMs(1);
    await expect(throughProxy('x', 'Ada', publicKey)).rejects.toMatchObject({
      turnkeyErrorCode: 'INVALID_OAUTH2_PROVIDER',
    });
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

  test('an effect of an ended process fails within a minute, whoever meets it, and is not repeated', async () => {
    const meet = [
      async (body: string) => void (await post(service, oauth2Authenticate.path, body, await stampBy(root.key, body))),
      async (_: string, id: string) => void (await activityBy(id)),
      async () => void (await service.service.deliver()),
    ];
    for (const meeting of meet) {
      service.clock.advanceMs(61_000);
      const body = envelope(service, oauth2Authenticate, root.organizationId, await asRoot());
      const stamp = await stampBy(root.key, body);
      let hangUp = () => {};
      const asked = new Promise<void>((resolve) => {
        // It does not answer: as if the process had ended between code and token.
        provider.provider.fault = async (_, outgoing) => {
          hangUp = () => outgoing.destroy();
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
      hangUp();
      // The waiting client gets the same error when the provider gives up.
      expect((await lost).details[0].reason).toBe('START_AGAIN');
      expect(provider.asked.token).toBe(before);
    }
  });

  test('through the auth proxy, too, a failed effect is reported', async () => {
    const { publicKey } = await createSigningKey();
    let hangUp = () => {};
    const asked = new Promise<void>((resolve) => {
      provider.provider.fault = async (_, outgoing) => {
        hangUp = () => outgoing.destroy();
        resolve();
        return new Promise(() => {});
      };
    });
    const lost = throughProxy('x', 'Ada', publicKey).catch((error: unknown) => error);
    await asked;
    service.clock.advanceMs(61_000);
    await service.service.deliver();
    hangUp();
    expect(await lost).toMatchObject({ code: 'START_AGAIN' });
  });

  test('an app that is deleted while a person returns from it counts as absent', async () => {
    const { db } = service.service.tools.store;
    const named = db.selectFrom('oauth2_credentials').selectAll().where('credential_id', '=', oauth2CredentialId);
    const app = await named.executeTakeFirstOrThrow();
    await db.deleteFrom('oauth2_credentials').where('credential_id', '=', oauth2CredentialId).execute();
    const { publicKey } = await createSigningKey();
    await expect(throughProxy('x', 'Ada', publicKey)).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
    await db.insertInto('oauth2_credentials').values(app).execute();
  });

  test('an app that is deleted between its look-up and the record of the exchange exchanges nothing', async () => {
    const { db } = service.service.tools.store;
    const named = db.selectFrom('oauth2_credentials').selectAll().where('credential_id', '=', oauth2CredentialId);
    const app = await named.executeTakeFirstOrThrow();
    const parameters = await asRoot();
    meanwhile = () => db.deleteFrom('oauth2_credentials').where('credential_id', '=', oauth2CredentialId).execute();
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, root, oauth2Authenticate, parameters);
    await db.insertInto('oauth2_credentials').values(app).execute();
    expect((await done(service, root, oauth2Authenticate, parameters)).oidcToken).toMatch(/^eyJ/);
  });

  test('a lease is renewed between the provider’s two answers, however slow the first one was', async () => {
    provider.provider.fault = (step) => {
      service.clock.advanceMs(step === 'token' ? 50_000 : 55_000);
      return false;
    };
    const activity = await act(service, root, oauth2Authenticate, await asRoot());
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('where others had to agree, the token waits for its maker for seven days, and for an hour once it was read', async () => {
    const { organizationId } = root;
    const [bob, carol] = [
      await makeMember(service, organizationId, null, 'Bob'),
      await makeMember(service, organizationId, null, 'Carol'),
    ];
    await done(service, root, createPolicy, {
      policyName: 'Two agree',
      effect: 'EFFECT_ALLOW',
      condition: "activity.kind == 'OAUTH2_AUTHENTICATE'",
      consensus: `approvers.any(u, u.id == '${bob.userId}') && approvers.any(u, u.id == '${carol.userId}')`,
    });
    const body = envelope(service, oauth2Authenticate, organizationId, await asRoot());
    const send = async () =>
      (await (await post(service, oauth2Authenticate.path, body, await stampBy(bob.key, body))).json()).activity;
    const { id, fingerprint } = await send();
    await done(service, carol, approveActivity, { fingerprint });
    expect(await activityBy(id)).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' });
    const hourMs = 60 * 60_000;
    service.clock.advanceMs(6 * 24 * hourMs);
    const { oidcToken } = (await send()).result.oauth2AuthenticateResult;
    expect(oidcToken).toMatch(/^eyJ/);
    service.clock.advanceMs(hourMs - 120_000);
    expect((await send()).result.oauth2AuthenticateResult).toEqual({ oidcToken });
    service.clock.advanceMs(3 * 60_000);
    expect((await send()).result.oauth2AuthenticateResult).toEqual({ oidcToken: '[redacted]' });
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

test('without a public URL nobody logs in there, and no keys are published', async () => {
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
