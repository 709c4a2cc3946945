import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/createClient.js';
import { discover } from '../../../src/client/oauth/discovery.js';

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
  test('is read from its own discovery document, without credentials', async () => {
    const { found, asked } = await ask({ ...document, authorization_response_iss_parameter_supported: true });
    expect(found).toEqual({
      authorizationEndpoint: document.authorization_endpoint,
      tokenEndpoint: document.token_endpoint,
      mustNameItself: true,
    });
    expect(asked.map(({ url }) => url)).toEqual([`${issuer}/.well-known/openid-configuration`]);
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' });
  });

  test('has one slash, whether or not the issuer ends with one', async () => {
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
  ])('is not read from a document %s', async (_, answer) => {
    expect((await ask(answer)).found).toBe('OAUTH_NOT_CONFIGURED');
  });

  test('on this machine may be plain http, for development', async () => {
    const here = 'http://localhost:4500/dev/oidc';
    const answer = { issuer: here, authorization_endpoint: `${here}/auth`, token_endpoint: `${here}/token` };
    expect((await ask(answer, 200, here)).found).toMatchObject({ tokenEndpoint: `${here}/token` });
  });

  test('is unknown while the issuer does not answer, or answers with an error', async () => {
    expect((await ask(undefined)).found).toBe('OAUTH_PROVIDER_UNREACHABLE');
    expect((await ask(document, 503)).found).toBe('OAUTH_PROVIDER_ERROR');
    expect((await ask(document, 404)).found).toBe('OAUTH_NOT_CONFIGURED');
  });
});
