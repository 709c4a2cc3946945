import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
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
import type { Oauth2Name } from '../../../../../src/service/tools.js';
import { attestedStamper } from '../../../../../src/stampers/attestedStamp.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { sealedFor } from '../../../../support/examples/oauth2.js';
import { absentId, done, makeMember, makeOtherParent, refusedAs, rootOf } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { callProxy, envelope, post } from '../../../../support/wire.js';
import { type Oauth2Place, openOauth2Place, providers, publicUrl } from './oauth2Place.js';
import { stampBy } from './stampBy.js';

describe.each(databases)('logging in at X and Discord on $name', ({ open }) => {
  let place: Oauth2Place;
  beforeAll(async () => {
    place = await openOauth2Place(await open());
  });
  afterAll(() => place.close());
  beforeEach(() => place.service.clock.advanceMs(1));
  afterEach(() => {
    place.provider.provider.fault = undefined;
  });

  test('their people log in by a stamp with a token of the service', async () => {
    const { root, service, throughProxy } = place;
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

  test.each(['x', 'discord'] as const)('a person signs up and logs in at %s, and again later', async (name) => {
    const { service, throughProxy } = place;
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
    const { provider, service, throughProxy } = place;
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
    const { asRoot, root, service } = place;
    const target = await createAgreementKey();
    const parameters = await asRoot({ bearerTokenTargetPublicKey: toHex(target.publicKey) });
    const { oidcToken } = await done(service, root, oauth2Authenticate, parameters);
    const claims = JSON.parse(Buffer.from(oidcToken.split('.')[1] ?? '', 'base64url').toString());
    expect(await openBearerToken(claims.encrypted_bearer_token, target)).toMatch(/^[\w-]{22}$/);
    const wrong = await asRoot({ bearerTokenTargetPublicKey: `04${'11'.repeat(64)}` });
    await refusedAs('PUBLIC_KEY_INVALID', service, root, oauth2Authenticate, wrong);
  });

  test('T-33 a token that the service made for another organization is refused, though its app has the same client id', async () => {
    const { asRoot, provider, service } = place;
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
    const { oauth2CredentialId, provider, root, service, throughProxy } = place;
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
    const { asRoot, provider, root, service, throughProxy } = place;
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
    const { asRoot, provider, root, service, throughProxy } = place;
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

  test('where others had to agree, the token waits for its maker for seven days, and for an hour once it was read', async () => {
    const { activityBy, asRoot, root, service } = place;
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
    const { asRoot, root, service } = place;
    const other = await makeOtherParent(service);
    const parameters = await asRoot();
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, other, oauth2Authenticate, parameters);
    const absent = { ...parameters, oauth2CredentialId: absentId };
    await refusedAs('OAUTH_CREDENTIAL_NOT_FOUND', service, root, oauth2Authenticate, absent);
  });

  test('the configuration names a provider while there is a credential of it, and no longer', async () => {
    const { oauth2CredentialId, provider, root, service } = place;
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
