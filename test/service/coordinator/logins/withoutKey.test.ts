import { afterEach, beforeEach, expect, test } from 'vitest';
import { proxyAccount, proxyOtpLogin, proxyOtpVerify, proxySignup } from '../../../../src/contract/proxy.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../../src/crypto/tokens.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { callProxy, codeFor, signUp } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
beforeEach(async () => {
  service = await createTestService({ clock: tickingClock() });
});
afterEach(() => service.close());

/** A token that names no key, as older clients get one. */
async function unbound(contact: string): Promise<string> {
  const code = await codeFor(service, contact);
  const { verificationToken } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, code);
  expect(readVerificationToken(verificationToken)).not.toHaveProperty('public_key');
  return verificationToken;
}

const lists = { apiKeys: [], authenticators: [], oauthProviders: [] };

/** The answers of account, signup and login to a token without a signature. */
async function used(verificationToken: string, contact: string): Promise<unknown[]> {
  const { publicKey } = await createSigningKey();
  return [
    await outcomeOf(() =>
      callProxy(service, proxyAccount, { filterType: 'EMAIL', filterValue: contact, verificationToken }),
    ),
    await outcomeOf(() => callProxy(service, proxySignup, { ...lists, verificationToken })),
    await outcomeOf(() => callProxy(service, proxyOtpLogin, { verificationToken, publicKey })),
  ];
}

test('T-18: a token without a key is refused, unless the configuration allows it', async () => {
  await signUp(service, 'ada@example.com');
  for (const contact of ['ada@example.com', 'bob@example.com']) {
    expect(await used(await unbound(contact), contact)).toEqual(Array(3).fill('VERIFICATION_TOKEN_INVALID'));
  }
});

test('where the configuration allows it, it needs no signature, and is ended by one login like any other', async () => {
  await service.configure({ tokenWithoutKeyAllowed: true });
  const token = await unbound('bob@example.com');
  const [account, signup, login] = await used(token, 'bob@example.com');
  expect(account).toEqual({});
  expect(signup).toHaveProperty('organizationId');
  expect(login).toHaveProperty('session');
  const [, again, other] = await used(token, 'bob@example.com');
  expect(again).toEqual(signup);
  expect(other).toBe('VERIFICATION_TOKEN_SPENT');
});

test('T-18: a token with a key still asks for its signature there', async () => {
  await service.configure({ tokenWithoutKeyAllowed: true });
  await signUp(service, 'ada@example.com');
  const { publicKey } = await createSigningKey();
  const code = await codeFor(service, 'ada@example.com');
  const { verificationToken } = await callProxy<{ verificationToken: string }>(service, proxyOtpVerify, {
    ...code,
    publicKey,
  });
  const [, ...outcomes] = await used(verificationToken, 'ada@example.com');
  expect(outcomes).toEqual(['CLIENT_SIGNATURE_INVALID', 'CLIENT_SIGNATURE_INVALID']);
});
