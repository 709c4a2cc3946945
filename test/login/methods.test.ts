import { expect, test } from 'vitest';
import { methodName, methodsOf } from '../../src/login/methods.js';

const offered = {
  oauthClientIds: { google: 'acme', example: 'acme' },
  oidcIssuers: [{ id: 'example', label: 'Example ID' }],
};

test.each([
  [
    ['email', 'sms', 'passkey'],
    ['email', 'sms', 'passkey'],
  ],
  [['sms'], ['sms']],
  [
    ['google', 'email'],
    ['google', 'email'],
  ],
  [['example'], ['example']],
  // What this version does not know, and a provider without a client id, could only fail.
  [['apple', 'carrier-pigeon', 'constructor'], ['email']],
  [undefined, ['email']],
])('of %j the ways to log in are %j', (enabledProviders, names) =>
  expect(methodsOf(enabledProviders, offered).map(methodName)).toEqual(names),
);

test('a provider is called as people call it', () =>
  expect(methodsOf(['google', 'example'], offered)).toMatchObject([{ label: 'Google' }, { label: 'Example ID' }]));
