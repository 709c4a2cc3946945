import { createHash, generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proxyAccount, proxySignup } from '../../../src/contract/proxy.js';
import { proxyOauthLogin } from '../../../src/contract/proxyOauth.js';
import type { AnswerOf } from '../../../src/contract/row.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { oauthNonce } from '../../../src/crypto/oauthNonce.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { readSessionToken } from '../../../src/crypto/tokens.js';
import { guardedOutbound } from '../../../src/service/node/guardedOutbound.js';
import { createTestService, type TestService } from '../../../src/testing/createTestService.js';
import { oidcProvider } from '../../support/oidcProvider.js';
import { ask, callProxy } from '../../support/wire.js';

const clientId = 'app';
const redirectUri = 'http://127.0.0.1/callback';
const codeVerifier = 'a'.repeat(43);
let service: TestService;
let server: Server;
let issuer: string;

/** A certified implementation of OpenID Connect, with codes, consent and keys of its own. */
beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { Provider, MemoryAdapter } = oidcProvider();
  const provider = new Provider(issuer, {
    adapter: (name: string) => new MemoryAdapter(name),
    clients: [
      {
        client_id: clientId,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['a key of the cookies'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'first' }] },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
  });
  const answer = provider.callback();
  service = await createTestService({ outbound: guardedOutbound('public and loopback') });
  await service.configure({
    oidcIssuers: [{ id: 'certified', issuer, clientIds: [clientId], label: 'Certified ID' }],
  });
});
afterAll(async () => {
  await service.close();
  server.closeAllConnections();
  server.close();
});

/** The way of a browser: from the authorization request over login and consent to the code, and the code to a token. */
async function tokenFor(key: SigningKey, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const go = async (url: string, form?: Record<string, string>): Promise<string> => {
    const response = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response.headers.get('Location') ?? '';
  };
  const authorization = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirectUri,
    nonce: await oauthNonce(key.publicKey),
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const toLogin = await go(`/auth?${authorization}`);
  const toConsent = await go(await go(toLogin, { prompt: 'login', login, password: 'any' }));
  const back = await go(await go(toConsent, { prompt: 'consent' }));
  const code = new URL(back).searchParams.get('code') ?? '';
  const answered = await fetch(new URL('/token', issuer), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: redirectUri,
      code_verifier: codeVerifier,
    }),
  });
  const { id_token: idToken } = (await answered.json()) as { id_token: string };
  return idToken;
}

test('a person of a certified provider signs up, logs in, and is distinct from another person of it', async () => {
  const key = await createSigningKey();
  const oidcToken = await tokenFor(key, 'ada');
  const oauthProviders = [{ providerName: 'Certified ID', oidcToken }];
  const signup = { apiKeys: [], authenticators: [], oauthProviders };
  const made = await callProxy<AnswerOf<typeof proxySignup>>(service, proxySignup, signup);
  const { publicKey } = key;
  const { session } = await callProxy<{ session: string }>(service, proxyOauthLogin, { oidcToken, publicKey });
  expect(readSessionToken(session)).toMatchObject({ organization_id: made.organizationId, user_id: made.userId });
  expect(await ask(service, key, whoami, { organizationId: made.organizationId })).toMatchObject({
    userId: made.userId,
  });
  const lookUp = (filterValue: string) => callProxy(service, proxyAccount, { filterType: 'OIDC_TOKEN', filterValue });
  expect(await lookUp(await tokenFor(key, 'ada'))).toEqual({ organizationId: made.organizationId });
  expect(await lookUp(await tokenFor(key, 'eve'))).toEqual({});
});
