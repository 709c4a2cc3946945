import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/createClient.js';
import { authorizationUrl, discover } from '../../../src/client/oauth/authorization.js';
import { builtIn } from '../../../src/client/oauth/provider.js';

const facts = { redirectUrl: 'https://app.example.com/oauth', state: 'S', nonce: 'N', codeChallenge: 'C' };

function asked(name: string, codeChallenge?: string): { at: string; members: Record<string, string> } {
  const known = builtIn[name];
  if (known === undefined) throw new Error(`There is no provider ${name}.`);
  const url = new URL(authorizationUrl({ ...known, name, clientId: 'our app' }, { ...facts, codeChallenge }));
  return { at: url.origin + url.pathname, members: Object.fromEntries(url.searchParams) };
}

const common = { client_id: 'our app', redirect_uri: facts.redirectUrl, state: 'S', nonce: 'N' };
const pkce = { code_challenge: 'C', code_challenge_method: 'S256' };

describe('the authorization request', () => {
  test('a person is sent to Google for a token in the fragment', () => {
    expect(asked('google')).toEqual({
      at: 'https://accounts.google.com/o/oauth2/v2/auth',
      members: { ...common, response_type: 'id_token', scope: 'openid email profile', prompt: 'select_account' },
    });
  });

  test('a person is sent to Apple for a token in the fragment, without a scope, which Apple would answer by a form', () => {
    expect(asked('apple')).toEqual({
      at: 'https://appleid.apple.com/auth/authorize',
      members: { ...common, response_type: 'code id_token', response_mode: 'fragment' },
    });
  });

  test.each([
    ['facebook', 'https://www.facebook.com/v11.0/dialog/oauth', 'openid'],
    ['x', 'https://x.com/i/oauth2/authorize', 'tweet.read users.read'],
    ['discord', 'https://discord.com/oauth2/authorize', 'identify email'],
  ])('T-30 a person is sent to %s for a code with PKCE S256', (name, at, scope) => {
    expect(asked(name, 'C')).toEqual({ at, members: { ...common, ...pkce, response_type: 'code', scope } });
  });
});

test('no provider is asked for an access token in a redirect (RFC 9700, 2.1.2), nor over anything but https', () => {
  for (const { parameters, authorizationEndpoint } of Object.values(builtIn)) {
    expect(parameters.response_type?.split(' ')).not.toContain('token');
    expect(new URL(authorizationEndpoint).protocol).toBe('https:');
  }
});

test('parameters in an issuer’s own URL are kept, and cannot override those of the login', () => {
  const known = { ...builtIn.facebook, authorizationEndpoint: 'https://id.example.com/a?tenant=7&state=theirs' };
  const provider = { ...known, name: 'example', clientId: 'c' } as Parameters<typeof authorizationUrl>[0];
  const { searchParams } = new URL(authorizationUrl(provider, facts));
  expect(searchParams.get('tenant')).toBe('7');
  expect(searchParams.getAll('state')).toEqual(['S']);
});

const issuer = 'https://id.example.com/realm';
const document = {
  issuer,
  authorization_endpoint: 'https://id.example.com/realm/auth',
  token_endpoint: 'https://id.example.com/realm/token',
};

/** Reads the document of an issuer with this answer. @returns the result, and the requested URL */
async function ask(answer: object | string | undefined, status = 200, of = issuer) {
  const asked: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    authProxyUrl: 'https://auth.example.com',
    authProxyConfigId: 'c',
    async fetch(url, init) {
      asked.push({ url, init });
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer), { status });
    },
  });
  const found = await discover(client, of).catch((error: { code: string }) => error.code);
  return { found, asked };
}

describe('an issuer’s endpoint', () => {
  test('an issuer’s endpoint is read from its own discovery document, without credentials', async () => {
    const { found, asked } = await ask({ ...document, authorization_response_iss_parameter_supported: true });
    expect(found).toEqual({
      authorizationEndpoint: document.authorization_endpoint,
      tokenEndpoint: document.token_endpoint,
      mustNameItself: true,
    });
    expect(asked.map(({ url }) => url)).toEqual([`${issuer}/.well-known/openid-configuration`]);
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
  });

  test('an issuer’s endpoint has one slash, whether or not the issuer ends with one', async () => {
    const { found, asked } = await ask({ ...document, issuer: `${issuer}/` }, 200, `${issuer}/`);
    expect(found).toMatchObject({ mustNameItself: false });
    expect(asked[0]?.url).toBe(`${issuer}/.well-known/openid-configuration`);
  });

  test.each([
    ['T-33 of another issuer', { ...document, issuer: 'https://evil.example' }],
    ['T-33 of the same issuer in another writing', { ...document, issuer: `${issuer}/` }],
    ['with a page that is no https', { ...document, authorization_endpoint: 'http://id.example.com/auth' }],
    ['with a page that is a script', { ...document, authorization_endpoint: 'javascript:alert(1)' }],
    ['with a user in an address', { ...document, token_endpoint: 'https://a:b@id.example.com/token' }],
    ['without an endpoint for tokens', { ...document, token_endpoint: undefined }],
    ['T-30 that takes plain challenges alone', { ...document, code_challenge_methods_supported: ['plain'] }],
    ['that is a list', [document]],
    ['that is no JSON', '<!doctype html>'],
  ])('an issuer’s endpoint is not read from a document %s', async (_, answer) => {
    expect((await ask(answer)).found).toBe('OAUTH_NOT_CONFIGURED');
  });

  test('an issuer’s endpoint on this machine may be plain http, for development', async () => {
    const here = 'http://localhost:4500/dev/oidc';
    const answer = { issuer: here, authorization_endpoint: `${here}/auth`, token_endpoint: `${here}/token` };
    expect((await ask(answer, 200, here)).found).toMatchObject({ tokenEndpoint: `${here}/token` });
  });

  test('an issuer’s endpoint is unknown while the issuer does not answer, or answers with an error', async () => {
    expect((await ask(undefined)).found).toBe('OAUTH_PROVIDER_UNREACHABLE');
    expect((await ask(document, 503)).found).toBe('OAUTH_PROVIDER_ERROR');
    expect((await ask(document, 404)).found).toBe('OAUTH_NOT_CONFIGURED');
  });
});
