import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import type { ClientSignature } from '../../../../src/contract/shapes.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readVerificationToken } from '../../../../src/crypto/tokens.js';
import { signClientMessage } from '../../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { apiKeyOf } from '../../../support/parties.js';
import { tickingClock } from '../../../support/tickingClock.js';
import { callProxy, loginRequest, signUp, signupRequest, verifiedToken } from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
let token: string;
let key: SigningKey;
let tokenId: string;
beforeEach(async () => {
  service = await createTestService({ clock: tickingClock() });
});
afterEach(() => service.close());

const prove = async (contact: string) => {
  ({ token, key } = await verifiedToken(service, contact));
  tokenId = readVerificationToken(token).id;
};

/** A signature by the token's own key over any message. */
const over = (message: unknown, by: SigningKey = key) =>
  signClientMessage(by, typeof message === 'string' ? message : JSON.stringify(message));

/** Signatures that are wrong for any use of the token. `right` is the message that would be right. */
async function wrongForAnyUse(right: string): Promise<Record<string, ClientSignature | undefined>> {
  const other = await createSigningKey();
  const good = await over(right);
  return {
    missing: undefined,
    'by another key': await over(right, other),
    'by another key in the name of the right one': { ...(await over(right, other)), publicKey: key.publicKey },
    'in the name of another key': { ...good, publicKey: other.publicKey },
    'of a point that is none': { ...good, publicKey: `02${'ff'.repeat(32)}` },
    'over another message': { ...good, message: right.replace('{', '{ ') },
    'of zeros': { ...good, signature: '0'.repeat(128) },
    'with r and s exchanged': { ...good, signature: good.signature.slice(64) + good.signature.slice(0, 64) },
    'for another token': await over(right.replace(tokenId, crypto.randomUUID())),
    'for no token': await over(right.replace(`"tokenId":"${tokenId}",`, '')),
    'of no type': await over(right.replace(/,"type":"[A-Z_]+"/, '')),
    'of an unknown type': await over(right.replace(/USAGE_TYPE_[A-Z]+/, 'USAGE_TYPE_ANY')),
    'with a member more': await over(right.replace('{', '{"more":1,')),
    'with a member twice': await over(right.replace('{', `{"tokenId":"${tokenId}",`)),
    'with a type twice': await over(right.replace('{', '{"type":"USAGE_TYPE_LOGIN",')),
    'with a reserved member': await over(right.replace('{', '{"__proto__":{},')),
    'with something after it': await over(`${right}{}`),
    'of no JSON': await over('login'),
    'of a list': await over(`[${right}]`),
    'of text': await over(JSON.stringify(right)),
    'of null': await over('null'),
    'of nothing': await over('{}'),
  };
}

describe('at login', () => {
  const login = (publicKey: string) => JSON.stringify({ login: { publicKey }, tokenId, type: 'USAGE_TYPE_LOGIN' });

  test('T-18: only this token, this key and this use are accepted, and a refusal costs nothing', async () => {
    await signUp(service, 'ada@example.com');
    await prove('ada@example.com');
    const session = await createSigningKey();
    const right = login(session.publicKey);
    const wrong = {
      ...(await wrongForAnyUse(right)),
      'for another session key': await over(login(key.publicKey)),
      'for no session key': await over({ login: {}, tokenId, type: 'USAGE_TYPE_LOGIN' }),
      'with a member more inside': await over({
        login: { publicKey: session.publicKey, more: 1 },
        tokenId,
        type: 'USAGE_TYPE_LOGIN',
      }),
      'with a session key twice': await over(right.replace('"login":{', `"login":{"publicKey":"${key.publicKey}",`)),
      'of the type of a signup': await over(right.replace('LOGIN', 'SIGNUP')),
      'for a signup': await over({
        signup: { apiKeys: [], authenticators: [], oauthProviders: [] },
        tokenId,
        type: 'USAGE_TYPE_SIGNUP',
      }),
      'for both': await over({
        login: { publicKey: session.publicKey },
        signup: {},
        tokenId,
        type: 'USAGE_TYPE_LOGIN',
      }),
      'under another name': await over({
        loginV2: { publicKey: session.publicKey },
        tokenId,
        type: 'USAGE_TYPE_LOGIN',
      }),
    };
    const request = { verificationToken: token, publicKey: session.publicKey };
    const outcomes: Record<string, unknown> = {};
    for (const [name, clientSignature] of Object.entries(wrong)) {
      outcomes[name] = await outcomeOf(() => callProxy(service, proxyOtpLogin, { ...request, clientSignature }));
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, 'CLIENT_SIGNATURE_INVALID'])));
    const clientSignature = await over(right);
    await expect(callProxy(service, proxyOtpLogin, { ...request, clientSignature })).resolves.toHaveProperty('session');
  });

  test('T-18: a signature is raw r‖s in 128 hex digits, of the one scheme; the order of members is free', async () => {
    await signUp(service, 'ada@example.com');
    await prove('ada@example.com');
    const request = { verificationToken: token, publicKey: key.publicKey };
    const good = await over({ type: 'USAGE_TYPE_LOGIN', tokenId, login: { publicKey: key.publicKey } });
    for (const clientSignature of [
      { ...good, signature: good.signature.slice(2) },
      { ...good, signature: `30440220${good.signature}` },
      { ...good, signature: `0x${good.signature}` },
      { ...good, scheme: 'SIGNATURE_SCHEME_TK_API_P256' },
      { ...good, publicKey: `04${'11'.repeat(64)}` },
      { ...good, more: 1 },
      'signature',
    ]) {
      expect(await outcomeOf(() => callProxy(service, proxyOtpLogin, { ...request, clientSignature }))).toBe(
        'REQUEST_INVALID',
      );
    }
    const shouted = { ...good, signature: good.signature.toUpperCase() };
    await expect(callProxy(service, proxyOtpLogin, { ...request, clientSignature: shouted })).resolves.toHaveProperty(
      'session',
    );
  });
});

describe('at signup', () => {
  const lists = { apiKeys: [] as object[], authenticators: [], oauthProviders: [] };

  test('T-18: the lists and contacts that were signed are those of the request, to the value', async () => {
    await prove('bob@example.com');
    const apiKey = apiKeyOf(await createSigningKey(), 'Laptop');
    const email = 'bob@example.com';
    const request = { verificationToken: token, userEmail: email, ...lists, apiKeys: [apiKey] };
    const message = (signup: object, more: object = {}) => ({ signup, tokenId, type: 'USAGE_TYPE_SIGNUP', ...more });
    const signed = { ...lists, apiKeys: [apiKey], email };
    const wrong = {
      ...(await wrongForAnyUse(JSON.stringify(message(signed)))),
      'without the key': await over(message({ ...lists, email })),
      'with another key': await over(message({ ...signed, apiKeys: [apiKeyOf(key, 'Laptop')] })),
      'with another name of the key': await over(message({ ...signed, apiKeys: [{ ...apiKey, apiKeyName: 'Phone' }] })),
      'with a lifetime of the key': await over(
        message({ ...signed, apiKeys: [{ ...apiKey, expirationSeconds: '60' }] }),
      ),
      'with the key twice': await over(message({ ...signed, apiKeys: [apiKey, apiKey] })),
      'without the contact': await over(message({ ...lists, apiKeys: [apiKey] })),
      'with another contact': await over(message({ ...signed, email: 'eve@example.com' })),
      'with a contact more': await over(message({ ...signed, phoneNumber: '+15550100' })),
      'with a list more': await over(message({ ...signed, oauthProviders: [{ providerName: 'x', oidcToken: 'y' }] })),
      'with a member more inside': await over(message({ ...signed, userName: 'Bob' })),
      'with both names': await over(message(signed, { signupV2: signed })),
      'of the type of a login': await over({ ...message(signed), type: 'USAGE_TYPE_LOGIN' }),
      'for a login': await over({ login: { publicKey: key.publicKey }, tokenId, type: 'USAGE_TYPE_LOGIN' }),
    };
    const outcomes: Record<string, unknown> = {};
    for (const [name, clientSignature] of Object.entries(wrong)) {
      outcomes[name] = await outcomeOf(() => callProxy(service, proxySignup, { ...request, clientSignature }));
    }
    expect(outcomes).toEqual(Object.fromEntries(Object.keys(wrong).map((name) => [name, 'CLIENT_SIGNATURE_INVALID'])));
    const clientSignature = await over(message(signed));
    await expect(callProxy(service, proxySignup, { ...request, clientSignature })).resolves.toHaveProperty(
      'organizationId',
    );
  });

  test('T-18: a key cannot be slipped into a request that was signed without it', async () => {
    await prove('bob@example.com');
    const mallory = apiKeyOf(await createSigningKey());
    const stolen = { ...(await signupRequest(token, key)), apiKeys: [mallory] };
    expect(await outcomeOf(() => callProxy(service, proxySignup, stolen))).toBe('CLIENT_SIGNATURE_INVALID');
  });

  test('T-18: absent lists are empty ones, members stand in any order, under either name', async () => {
    for (const [index, write] of [
      (email: string) => ({ signup: { email }, tokenId, type: 'USAGE_TYPE_SIGNUP' }),
      (email: string) => ({ type: 'USAGE_TYPE_SIGNUP', signupV2: { email, ...lists }, tokenId }),
      (email: string) => ({ signupV2: { ...lists, email, phoneNumber: null }, type: 'USAGE_TYPE_SIGNUP', tokenId }),
    ].entries()) {
      const email = `person${index}@example.com`;
      await prove(email);
      const clientSignature = await over(write(email));
      const request = { verificationToken: token, userEmail: email, ...lists, clientSignature };
      await expect(callProxy(service, proxySignup, request)).resolves.toHaveProperty('organizationId');
    }
  });

  test('a login’s signature does not sign up, nor a signup’s log in', async () => {
    await signUp(service, 'ada@example.com');
    await prove('ada@example.com');
    const { clientSignature: forLogin } = (await loginRequest(token, key)) as { clientSignature: ClientSignature };
    const { clientSignature: forSignup } = (await signupRequest(token, key)) as { clientSignature: ClientSignature };
    const signup = { ...(await signupRequest(token, key)), clientSignature: forLogin };
    const login = { ...(await loginRequest(token, key)), clientSignature: forSignup };
    expect(await outcomeOf(() => callProxy(service, proxySignup, signup))).toBe('CLIENT_SIGNATURE_INVALID');
    expect(await outcomeOf(() => callProxy(service, proxyOtpLogin, login))).toBe('CLIENT_SIGNATURE_INVALID');
  });
});
