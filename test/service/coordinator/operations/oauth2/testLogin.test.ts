import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOauth2Credential } from '../../../../../src/contract/oauth2.js';
import {
  type BeginTestLoginResponse,
  beginTestLogin,
  type EndTestLoginResponse,
  endTestLogin,
} from '../../../../../src/contract/testLogin.queries.js';
import { oauthNonce } from '../../../../../src/crypto/oauthNonce.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { pkceChallenge, randomText } from '../../../../../src/crypto/pkce.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestClock } from '../../../../../src/testing/clock.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import { sealedFor } from '../../../../support/examples/oauth2.js';
import { discoveryPath, keysPath, startIssuer, type TestIssuer } from '../../../../support/issuer.js';
import {
  done,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
} from '../../../../support/parties.js';
import { ask } from '../../../../support/wire.js';

const redirectUri = 'https://dashboard.example.com/dashboard/callback';
const clock = createTestClock();
let service: TestService;
let issuer: TestIssuer;
let root: Party;
/** Whose hash is the nonce. */
let publicKey: string;
beforeAll(async () => {
  issuer = await startIssuer(clock);
  const oauth2Endpoints = {
    x: { authorization: `${issuer.url}/authorize`, token: `${issuer.url}/x-token`, user: `${issuer.url}/x-me` },
  };
  service = await createTestService({
    clock,
    outbound: guardedOutbound('public and loopback'),
    publicUrl: 'https://login.example.com',
    oauth2Endpoints,
    config: issuer.config,
  });
  root = await rootOf(service);
  ({ publicKey } = await createSigningKey());
});
afterAll(async () => {
  await service.close();
  await issuer.close();
});

/** What the issuer's discovery document says. */
const discover = (more: object = {}) =>
  issuer.answers.set(discoveryPath, {
    body: JSON.stringify({
      issuer: issuer.url,
      jwks_uri: `${issuer.url}${keysPath}`,
      authorization_endpoint: `${issuer.url}/authorize?of=us`,
      token_endpoint: `${issuer.url}/token`,
      ...more,
    }),
  });
const grant = (body: unknown, status = 200) =>
  issuer.answers.set('/token', { status, body: typeof body === 'string' ? body : JSON.stringify(body) });
beforeEach(() => {
  issuer.answers.clear();
  discover();
});

async function begin(provider = 'example', by: Pick<Party, 'key' | 'organizationId'> = root) {
  const codeVerifier = randomText();
  const asked = { provider, redirectUri, state: 's'.repeat(43), codeChallenge: await pkceChallenge(codeVerifier) };
  const { organizationId } = by;
  const request = { organizationId, ...asked, nonce: await oauthNonce(publicKey) };
  return ask<BeginTestLoginResponse>(service, by.key, beginTestLogin, request);
}

async function end(answered: object = { authCode: 'code' }, by: Pick<Party, 'key' | 'organizationId'> = root) {
  const codeVerifier = 'v'.repeat(43);
  const { organizationId } = by;
  const request = { organizationId, provider: 'example', redirectUri, codeVerifier, ...answered };
  return ask<EndTestLoginResponse>(service, by.key, endTestLogin, { nonce: await oauthNonce(publicKey), ...request });
}

test('a test login shows what the provider says and who the person would be, and nothing is kept of it', async () => {
  const before = await contentsOf(service.service.tools.store);
  const { url, issuer: named } = await begin();
  expect(named).toBe(issuer.url);
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    of: 'us',
    response_type: 'code',
    scope: 'openid email profile',
    client_id: issuer.clientId,
    redirect_uri: redirectUri,
    state: 's'.repeat(43),
    nonce: await oauthNonce(publicKey),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  grant({ id_token: await issuer.token(publicKey, { email: 'ada@example.com', email_verified: true }) });
  const { identity, claims } = await end();
  expect(identity).toEqual({ issuer: issuer.url, audience: issuer.clientId, subject: 'ada' });
  expect(Object.fromEntries(claims.map(({ name, value }) => [name, value]))).toMatchObject({
    sub: 'ada',
    email: 'ada@example.com',
    email_verified: 'true',
  });
  expect(await contentsOf(service.service.tools.store)).toEqual(before);
});

test('T12: what a hostile provider says is cut, plain text without tokens, and bounded', async () => {
  const jwt = await issuer.token(publicKey);
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`claim${index}`, index]));
  const claimed = {
    name: '<img src=x onerror=alert(1)>\u202eadA\u0000',
    groups: [['a', { b: 'c'.repeat(5000) }]],
    access_token: 'secret',
    proof: jwt,
    within: { deep: [jwt] },
    ...many,
  };
  grant({ id_token: await issuer.token(publicKey, claimed) });
  const { claims } = await end();
  const byName = new Map(claims.map(({ name, value }) => [name, value]));
  expect(claims).toHaveLength(50);
  expect(Math.max(...claims.map(({ value }) => value.length))).toBe(200);
  expect(byName.get('name')).toBe('<img src=x onerror=alert(1)>\ufffdadA\ufffd');
  for (const name of ['access_token', 'proof', 'within']) expect(byName.get(name)).toBe('[not shown]');
  expect(byName.get('groups')).toMatch(/^\[\["a",\{"b":"c+…$/);
  grant(`{"id_token":"${'x'.repeat(2_000_000)}"}`);
  await expect(end()).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
});

test('each fault of a provider has its own code', async () => {
  const code = (answered?: object) =>
    end(answered).then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
  const token = (more: object, header: object = {}) =>
    issuer.claims(publicKey, more).then((claims) => issuer.sign(claims, header));
  const seconds = Math.floor(clock() / 1000);
  const stranger = await startIssuer(clock);
  for (const [idToken, expected] of [
    ['a.b.c', 'OIDC_TOKEN_MALFORMED'],
    [await token({}, { jku: 'https://evil.example' }), 'OIDC_HEADER_REFUSED'],
    [(await token({})).replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0'), 'OIDC_ALGORITHM_REFUSED'],
    [await stranger.token(publicKey), 'OIDC_ISSUER_UNKNOWN'],
    [await token({ aud: 'another' }), 'OIDC_AUDIENCE_UNKNOWN'],
    [await token({ exp: seconds - 3600 }), 'OIDC_TOKEN_EXPIRED'],
    [await token({ iat: seconds - 3600 }), 'OIDC_TOKEN_TOO_OLD'],
    [await token({ iat: seconds + 3600, exp: seconds + 7200 }), 'OIDC_TOKEN_NOT_YET_VALID'],
    [await token({}, { kid: 'another' }), 'OIDC_KEY_UNKNOWN'],
    [
      `${(await token({})).split('.').slice(0, 2).join('.')}.${(await token({ sub: 'b' })).split('.')[2]}`,
      'OIDC_SIGNATURE_INVALID',
    ],
    [await issuer.token((await createSigningKey()).publicKey), 'OIDC_NONCE_MISMATCH'],
  ] as const)
    expect([await code({ idToken }), expected]).toEqual([expected, expected]);
  await stranger.close();
  for (const [status, body, expected] of [
    [400, { error: 'invalid_grant' }, 'OAUTH_CODE_REFUSED'],
    [401, { error: 'invalid_client' }, 'OAUTH_CLIENT_REFUSED'],
    [403, {}, 'PROVIDER_ANSWER_INVALID'],
    [200, '<!doctype html><script>alert(1)</script>', 'PROVIDER_ANSWER_INVALID'],
    [200, { id_token: { nested: true } }, 'PROVIDER_ANSWER_INVALID'],
    [503, {}, 'PROVIDER_UNREACHABLE'],
  ] as const) {
    grant(body, status);
    expect(await code()).toBe(expected);
  }
  const began = (more: object) => {
    discover(more);
    return begin().then(
      () => 'none',
      (error: { code: string }) => error.code,
    );
  };
  expect(await began({ issuer: 'https://another.example' })).toBe('PROVIDER_ANSWER_INVALID');
  expect(await began({ authorization_endpoint: 'javascript:alert(1)' })).toBe('PROVIDER_ANSWER_INVALID');
  expect(await began({ token_endpoint: 'http://169.254.169.254/' })).toBe('PROVIDER_ANSWER_INVALID');
  issuer.answers.set(discoveryPath, { status: 500 });
  await expect(begin()).rejects.toMatchObject({ code: 'PROVIDER_UNREACHABLE' });
  await expect(begin('x')).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
  await expect(end({ provider: 'x', authCode: 'code' })).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
});

test('at X it is the person of the exchanged code, by the app’s own secret', async () => {
  const encryptedClientSecret = await sealedFor(service, root.organizationId);
  const app = { provider: 'OAUTH2_PROVIDER_X', clientId: 'app', encryptedClientSecret } as const;
  await done(service, root, createOauth2Credential, app);
  expect(new URL((await begin('x')).url).searchParams.get('client_id')).toBe('app');
  issuer.answers.set('/x-token', { body: JSON.stringify({ access_token: 'opaque', token_type: 'bearer' }) });
  issuer.answers.set('/x-me', { body: JSON.stringify({ data: { id: '7', name: 'Ada', username: 'ada' } }) });
  expect(await end({ provider: 'x', authCode: 'code' })).toEqual({
    identity: { issuer: 'x', audience: 'app', subject: '7' },
    claims: [
      { name: 'id', value: '7' },
      { name: 'name', value: 'Ada' },
    ],
  });
});

test('T7: nobody but a user of the top-level organization tries a provider', async () => {
  const [ada] = (await makeSubOrganization(service)).users;
  await expect(begin('example', ada)).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
  await expect(end({ authCode: 'code' }, ada)).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
  await expect(end({ authCode: 'code' }, await proxyOf(service))).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
  const other = await makeOtherParent(service);
  await expect(begin('example', other)).rejects.toMatchObject({ code: 'METHOD_NOT_ENABLED' });
  const foreign = { key: other.key, organizationId: root.organizationId };
  await expect(begin('example', foreign)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
});
