import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys } from '../../../../../src/contract/credentials.js';
import { createOauthProviders, oauthLogin } from '../../../../../src/contract/oauth.js';
import { getOauthProviders } from '../../../../../src/contract/oauth.queries.js';
import { removeOrganizationFeature, setOrganizationFeature } from '../../../../../src/contract/organizations.js';
import { proxyAccount } from '../../../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../../../src/contract/proxyOauth.js';
import { RefusedError } from '../../../../../src/contract/refusals.js';
import type { OauthProvider } from '../../../../../src/contract/shapes.js';
import { utf8 } from '../../../../../src/crypto/bytes.js';
import { oauthNonce } from '../../../../../src/crypto/oauthNonce.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../../src/crypto/tokens.js';
import type { Outbound } from '../../../../../src/service/outbound.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { apiKeyOf, done, makeMember, refusedAs, rootOf } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, signUp } from '../../../../support/wire.js';

const iss = 'https://accounts.google.com';
const otherIss = 'https://id.example.com';
const aud = 'client';

describe.each(databases)('social linking on $name', ({ open }) => {
  let service: TestService;
  let secret: CryptoKey;
  beforeEach(async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    secret = privateKey;
    const keys = 'https://www.googleapis.com/oauth2/v3/certs';
    const answers: Record<string, object> = {
      [`${iss}/.well-known/openid-configuration`]: { issuer: iss, jwks_uri: keys },
      [keys]: { keys: [await exportJWK(publicKey)] },
      [`${otherIss}/.well-known/openid-configuration`]: { issuer: otherIss, jwks_uri: `${otherIss}/keys` },
      [`${otherIss}/keys`]: { keys: [await exportJWK(publicKey)] },
    };
    const outbound: Outbound = {
      mayReach: () => true,
      request: async ({ url }) => ({ status: 200, headers: new Headers(), body: utf8(JSON.stringify(answers[url])) }),
    };
    service = await createTestService({ store: await open(), outbound });
    await service.configure({ oauthClientIds: { google: [aud, 'other'] }, socialLinkingClientIds: [aud] });
  });
  afterEach(() => service.close());

  const tokenFor = async (publicKey: string, more: object) => {
    const iat = Math.floor(service.clock() / 1000);
    const claims = { iss, aud, sub: '1', iat, exp: iat + 600, nonce: await oauthNonce(publicKey), ...more };
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(secret);
  };
  const login = async (more: object) => {
    const { publicKey } = await createSigningKey();
    const request = { oidcToken: await tokenFor(publicKey, more), publicKey };
    return callProxy<{ session: string }>(service, proxyOauthLogin, request).then(
      ({ session }) => readSessionToken(session).user_id,
      (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
    );
  };
  const account = async (more: object, filterValue: string) => {
    const oidcToken = await tokenFor((await createSigningKey()).publicKey, more);
    return callProxy(service, proxyAccount, { filterType: 'EMAIL', filterValue, oidcToken });
  };
  const gmail = { email: 'Ada@Gmail.com', email_verified: true };

  test('who has proved an address of Google logs in by Google, and has that identity from then on', async () => {
    const ada = await signUp(service, 'ada@gmail.com');
    const { organizationId } = ada;
    expect(await account(gmail, 'ada@gmail.com')).toEqual({ organizationId });
    const byToken = { filterType: 'OIDC_TOKEN', filterValue: await tokenFor(ada.key.publicKey, gmail) };
    expect(await callProxy(service, proxyAccount, byToken)).toEqual({ organizationId });
    expect(await login(gmail)).toBe(ada.userId);
    const { oauthProviders } = await ask<{ oauthProviders: OauthProvider[] }>(service, ada.key, getOauthProviders, {
      organizationId,
      userId: ada.userId,
    });
    expect(oauthProviders).toMatchObject([{ issuer: iss, audience: aud, subject: '1' }]);
    await service.configure({ socialLinkingClientIds: [] });
    expect(await login({ email: 'other@gmail.com' })).toBe(ada.userId);
  });

  test('nobody is linked by an address where codes by e-mail are disabled', async () => {
    const ada = await signUp(service, 'ada@gmail.com');
    const apiKeys = [apiKeyOf(await createSigningKey())];
    await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys });
    const name = 'FEATURE_NAME_OTP_EMAIL_AUTH';
    await done(service, ada, removeOrganizationFeature, { name });
    expect(await login(gmail)).toBe('METHOD_NOT_ENABLED');
    const { publicKey } = await createSigningKey();
    const inside = { ...(await rootOf(service)), organizationId: ada.organizationId };
    const requestBody = { oidcToken: await tokenFor(publicKey, gmail), publicKey };
    await refusedAs('METHOD_NOT_ENABLED', service, inside, oauthLogin, requestBody);
    await done(service, ada, setOrganizationFeature, { name, value: '' });
    await done(service, await rootOf(service), removeOrganizationFeature, { name });
    expect(await login(gmail)).toBe('METHOD_NOT_ENABLED');
    await done(service, await rootOf(service), setOrganizationFeature, { name, value: '' });
    expect(await login(gmail)).toBe(ada.userId);
  });

  test('a user with ten identities gets no eleventh by linking', async () => {
    const ada = await signUp(service, 'ada@gmail.com');
    const tokens = Array.from({ length: 10 }, (_, index) => tokenFor(ada.key.publicKey, { sub: `${index + 2}` }));
    const oauthProviders = (await Promise.all(tokens)).map((oidcToken) => ({ providerName: 'Google', oidcToken }));
    await done(service, ada, createOauthProviders, { userId: ada.userId, oauthProviders });
    expect(await login(gmail)).toBe('TOO_MANY_OAUTH_PROVIDERS');
    const { publicKey } = await createSigningKey();
    const inside = { ...(await rootOf(service)), organizationId: ada.organizationId };
    const requestBody = { oidcToken: await tokenFor(publicKey, gmail), publicKey };
    await refusedAs('TOO_MANY_OAUTH_PROVIDERS', service, inside, oauthLogin, requestBody);
  });

  test('a domain of a Workspace counts as one of Google', async () => {
    const bob = await signUp(service, 'bob@acme.example');
    expect(await login({ sub: '2', email: 'bob@acme.example', email_verified: true })).toBe('ACCOUNT_NOT_FOUND');
    expect(await login({ sub: '2', email: 'bob@acme.example', email_verified: true, hd: 'acme.example' })).toBe(
      bob.userId,
    );
  });

  test('T-34 no other claim of an address proves anything', async () => {
    await signUp(service, 'ada@gmail.com');
    for (const more of [
      { ...gmail, email_verified: false },
      { email: 'ada@gmail.com' },
      { ...gmail, email: 'ada@gmail.com.evil.example' },
      { ...gmail, email: 'eve@gmail.com' },
      { ...gmail, email: 'ada@gmail.com,eve@gmail.com' },
      { ...gmail, aud: 'other' },
    ]) {
      expect(await login(more), JSON.stringify(more)).toBe('ACCOUNT_NOT_FOUND');
      expect(await account(more, 'ada@gmail.com'), JSON.stringify(more)).toEqual({});
    }
    expect(await account(gmail, 'eve@gmail.com')).toEqual({});
    await service.configure({ socialLinkingClientIds: [] });
    expect(await login(gmail)).toBe('ACCOUNT_NOT_FOUND');
    expect(await account(gmail, 'ada@gmail.com')).toEqual({});
  });

  test('T-34 no other issuer’s word about an address of Google counts, though its client id is the same', async () => {
    const ada = await signUp(service, 'ada@gmail.com');
    const oidcIssuers = [{ id: 'other', issuer: otherIss, clientIds: [aud], label: 'Other ID' }];
    await service.configure({ oidcIssuers });
    const more = { ...gmail, iss: otherIss, hd: 'gmail.com' };
    expect(await login(more)).toBe('ACCOUNT_NOT_FOUND');
    expect(await account(more, 'ada@gmail.com')).toEqual({});
    expect(await login(gmail)).toBe(ada.userId);
  });

  test('T-34 an address that two users of an organization have proved links neither', async () => {
    const ada = await signUp(service, 'ada@gmail.com');
    const { organizationId } = ada;
    const { userId } = await makeMember(service, organizationId, service.organizationId);
    await service.service.tools.store.change((db) =>
      db
        .updateTable('users')
        .set({ email: 'ada@gmail.com', email_verified: 1 })
        .where('user_id', '=', userId)
        .execute(),
    );
    const { publicKey } = await createSigningKey();
    const inside = { ...(await rootOf(service)), organizationId };
    const request = { oidcToken: await tokenFor(publicKey, gmail), publicKey };
    await refusedAs('ACCOUNT_NOT_FOUND', service, inside, oauthLogin, request);
  });
});
