import { describe, expect, test } from 'vitest';
import { checkIdToken } from '../../../src/client/oauth/identity.js';
import type { LoginProvider } from '../../../src/client/oauth/provider.js';
import { toBase64Url } from '../../../src/crypto/base64url.js';
import { utf8 } from '../../../src/crypto/bytes.js';

const provider: LoginProvider = {
  name: 'example',
  label: 'Example ID',
  clientId: 'app',
  issuer: 'https://id.example.com',
  mustNameItself: true,
  authorizationEndpoint: 'https://id.example.com/auth',
  parameters: {},
  answersIn: 'query',
  exchange: { by: 'none' },
};
const claims = { iss: provider.issuer, aud: 'app', nonce: 'N', sub: '1' };
const part = (text: string) => toBase64Url(utf8(text));
const tokenOf = (payload: object | string) =>
  `${part('{"alg":"RS256"}')}.${part(typeof payload === 'string' ? payload : JSON.stringify(payload))}.c2ln`;
const check = (payload: object | string) => checkIdToken(provider, 'N', tokenOf(payload));
const thrown = (code: string) => expect.objectContaining({ name: 'OauthError', code });

describe('a token that leaves the page', () => {
  test('a token that leaves the page was made for this key, app and provider', () => {
    expect(check({ ...claims, name: 'Ada', email: 'ada@example.com' })).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
    });
    expect(check({ ...claims, aud: ['other', 'app'] })).toEqual({ name: undefined, email: undefined });
    expect(check({ ...claims, nonce: undefined, tknonce: 'N' })).toBeDefined();
  });

  test.each([{ nonce: 'M' }, { nonce: undefined }, { nonce: ['N'] }])(
    'T-32 a token that leaves the page has the nonce of the key, not %j',
    (other) => {
      expect(() => check({ ...claims, ...other })).toThrow(thrown('OAUTH_NONCE_MISMATCH'));
    },
  );

  test.each([{ aud: 'other' }, { aud: ['other'] }, { aud: undefined }])(
    'T-33 a token that leaves the page names this app, not %j',
    (other) => {
      expect(() => check({ ...claims, ...other })).toThrow(thrown('OAUTH_AUDIENCE_MISMATCH'));
    },
  );

  test.each([{ iss: 'https://evil.example' }, { iss: 'https://id.example.com/' }, { iss: undefined }])(
    'T-33 a token that leaves the page comes from the provider, not %j',
    (other) => {
      expect(() => check({ ...claims, ...other })).toThrow(thrown('OAUTH_ISSUER_MISMATCH'));
    },
  );

  test('a token that leaves the page can be read in only one way', () => {
    const twice = `{"iss":"${provider.issuer}","aud":"app","nonce":"M","nonce":"N"}`;
    expect(() => check(twice)).toThrow(thrown('OAUTH_PROVIDER_ERROR'));
    for (const token of [
      '',
      'a.b',
      'a.b.c',
      `${tokenOf(claims)}.more`,
      tokenOf('[]'),
      tokenOf({ x: 'y'.repeat(20_000) }),
    ])
      expect(() => checkIdToken(provider, 'N', token)).toThrow(thrown('OAUTH_PROVIDER_ERROR'));
  });
});
