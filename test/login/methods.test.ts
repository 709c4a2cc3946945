import { expect, test } from 'vitest';
import { type MethodName, methodName, methodsOf, wireNames } from '../../src/login/methods.js';

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
  [['apple', 'carrier-pigeon', 'constructor'], []],
])('from %j the login methods are %j', (enabledProviders, names) =>
  expect(methodsOf(enabledProviders, offered).map(methodName)).toEqual(names),
);

test('until the configuration is known, a provider that only needs a client id is shown', () =>
  expect(methodsOf(['google', 'example', 'constructor'], undefined).map(methodName)).toEqual(['google']));

test('a provider has its common name', () =>
  expect(methodsOf(['google', 'example'], offered)).toMatchObject([{ label: 'Google' }, { label: 'Example ID' }]));

/** As plain JavaScript may write it. */
const written = (text: string): readonly MethodName[] => JSON.parse(text);

test.each([
  ['["email", null, { "issuer": "acme" }, "passkey"]', ['email', 'acme', 'passkey']],
  ['["emial", {}, 7]', []],
  ['"email"', ['email']],
])('of %s, as plain JavaScript may name methods, known ones are taken: %j', (text, names) =>
  expect(wireNames(written(text))).toEqual(names),
);
