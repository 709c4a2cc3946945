import { expect, test } from 'vitest';
import { methodsOf } from '../../src/login/methods.js';

test.each([
  [
    ['email', 'sms', 'passkey'],
    ['email', 'sms'],
  ],
  [['sms'], ['sms']],
  [['google'], ['email']],
  [undefined, ['email']],
])('of %j the codes travel by %j', (enabledProviders, channels) =>
  expect(methodsOf(enabledProviders)).toEqual(channels.map((channel) => ({ type: 'otp', channel }))),
);
