import { describe, expect, test } from 'vitest';
import { readOauthAnswer, stateIn } from '../../../src/client/oauth/answer.js';
import type { LoginProvider } from '../../../src/client/oauth/provider.js';

const example: LoginProvider = {
  name: 'example',
  label: 'Example ID',
  clientId: 'app',
  issuer: 'https://id.example.com',
  mustNameItself: true,
  authorizationEndpoint: 'https://id.example.com/auth',
  parameters: { response_type: 'code' },
  answersIn: 'query',
  exchange: { by: 'browser', tokenEndpoint: 'https://id.example.com/token' },
};
const google: LoginProvider = {
  ...example,
  label: 'Google',
  mustNameItself: false,
  answersIn: 'fragment',
  exchange: { by: 'none' },
};

const iss = 'iss=https%3A%2F%2Fid.example.com';
const read = (search: string, hash = '', provider = example) => readOauthAnswer(provider, 'S', { search, hash });
const thrown = (code: string) => expect.objectContaining({ name: 'OauthError', code });

describe('the answer of a provider', () => {
  test('an answer is its code, or its token in the fragment', () => {
    expect(read(`?code=C&state=S&${iss}&session_state=x`, '#_=_')).toEqual({ code: 'C' });
    expect(read('', '#state=S&id_token=T&authuser=0', google)).toEqual({ idToken: 'T' });
  });

  test.each([
    ['another state', '?code=C&state=R&'],
    ['no state', '?code=C&'],
    ['an empty state', '?code=C&state=&'],
  ])('T-31 an answer with %s is for another login', (_, search) => {
    expect(() => read(search + iss)).toThrow(thrown('OAUTH_STATE_MISMATCH'));
  });

  test('T-31 an answer in a place where this provider does not answer is no answer', () => {
    expect(() => read('', `#code=C&state=S&${iss}`)).toThrow(thrown('OAUTH_STATE_MISMATCH'));
    expect(() => read('?state=S&id_token=T', '', google)).toThrow(thrown('OAUTH_STATE_MISMATCH'));
  });

  test.each([
    ['another issuer', '?code=C&state=S&iss=https%3A%2F%2Fevil.example'],
    ['the issuer in another writing', '?code=C&state=S&iss=https%3A%2F%2Fid.example.com%2F'],
    ['no issuer, where it always names itself', '?code=C&state=S'],
    ['another issuer, and an error', '?error=access_denied&state=S&iss=https%3A%2F%2Fevil.example'],
  ])('T-33 an answer with %s comes from somebody else (RFC 9207)', (_, search) => {
    expect(() => read(search)).toThrow(thrown('OAUTH_ISSUER_MISMATCH'));
  });

  test('T-33 an answer with another issuer is refused even from a provider that does not always name itself', () => {
    expect(() => read('', '#state=S&id_token=T&iss=https%3A%2F%2Fevil.example', google)).toThrow(
      thrown('OAUTH_ISSUER_MISMATCH'),
    );
  });

  test.each(['state=S', 'code=D', 'iss=https%3A%2F%2Fid.example.com', 'error=x&error=y'])(
    'an answer with a duplicate member is refused: %s',
    (more) => {
      expect(() => read(`?code=C&state=S&${iss}&${more}`)).toThrow(thrown('OAUTH_PROVIDER_ERROR'));
    },
  );

  test.each(['access_denied', 'user_cancelled_authorize'])('%s means that the person declined', (error) => {
    expect(() => read(`?error=${error}&state=S&${iss}`)).toThrow(thrown('OAUTH_DENIED'));
  });

  test('T-46 an answer with another error is reported by its code, and never by the text beside it', () => {
    const search = `?error=server_error&error_description=Call%20555-0100&state=S&${iss}`;
    expect(() => read(search)).toThrow(/^Example ID refused the login: server_error\.$/);
    const odd = `?error=%3Cscript%3E&state=S&${iss}`;
    expect(() => read(odd)).toThrow(/^Example ID refused the login: an unreadable error\.$/);
  });

  test('an answer without a code, or with a token instead of the requested code, is no answer', () => {
    expect(() => read(`?state=S&id_token=T&${iss}`)).toThrow(thrown('OAUTH_PROVIDER_ERROR'));
    expect(() => read(`?state=S&code=&${iss}`)).toThrow(thrown('OAUTH_PROVIDER_ERROR'));
    expect(() => read('', '#state=S&code=C&access_token=A', google)).toThrow(thrown('OAUTH_PROVIDER_ERROR'));
  });
});

test('the one state in an answer identifies its login', () => {
  expect(stateIn({ search: '?state=S&code=C', hash: '' })).toBe('S');
  expect(stateIn({ search: '', hash: '#state=S&id_token=T' })).toBe('S');
  expect(stateIn({ search: '?state=S', hash: '#state=S' })).toBeUndefined();
  expect(stateIn({ search: '?state=', hash: '' })).toBeUndefined();
  expect(stateIn({ search: '', hash: '#_=_' })).toBeUndefined();
});
