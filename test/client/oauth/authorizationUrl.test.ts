import { describe, expect, test } from 'vitest';
import { authorizationUrl } from '../../../src/client/oauth/authorizationUrl.js';
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

describe('a person is sent to', () => {
  test('Google for a token in the fragment', () => {
    expect(asked('google')).toEqual({
      at: 'https://accounts.google.com/o/oauth2/v2/auth',
      members: { ...common, response_type: 'id_token', scope: 'openid email profile', prompt: 'select_account' },
    });
  });

  test('Apple for a token in the fragment, without a scope, which Apple would answer by a form', () => {
    expect(asked('apple')).toEqual({
      at: 'https://appleid.apple.com/auth/authorize',
      members: { ...common, response_type: 'code id_token', response_mode: 'fragment' },
    });
  });

  test.each([
    ['facebook', 'https://www.facebook.com/v11.0/dialog/oauth', 'openid'],
    ['x', 'https://x.com/i/oauth2/authorize', 'tweet.read users.read'],
    ['discord', 'https://discord.com/oauth2/authorize', 'identify email'],
  ])('T-30 %s for a code with PKCE S256', (name, at, scope) => {
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
