import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { proxyOtpLogin } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken, verifySessionToken } from '../../../../src/crypto/tokens.js';
import { createCoordinator } from '../../../../src/service/coordinator/coordinator.js';
import { keyStamper } from '../../../../src/stampers/keyStamper.js';
import { writeStamp } from '../../../../src/stampers/stamp.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, apiKeyOf, done, type Party } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import {
  ask,
  callProxy,
  loginRequest,
  type Person,
  post,
  signUp,
  stampOf,
  verifiedToken,
} from '../../../support/wire.js';
import { outcomeOf } from './outcome.js';

let service: TestService;
let ada: Person;
afterEach(() => service.close());

const start = async (store?: Awaited<ReturnType<(typeof databases)[number]['open']>>) => {
  service = await createTestService(store ? { store } : {});
  ada = await signUp(service, 'ada@example.com');
};

/** The user of the key, or the code of the refusal. */
const who = (key: SigningKey) =>
  outcomeOf(async () => {
    const { userId } = await ask<{ userId: string }>(service, key, whoami, { organizationId: ada.organizationId });
    return userId;
  });

/** A further session, opened by a session. */
async function another(by: Party | Person = ada, more: object = {}): Promise<SigningKey> {
  const key = await createSigningKey();
  await done(service, by, stampLogin, { publicKey: key.publicKey, ...more });
  return key;
}

async function keysOfAda(by: SigningKey): Promise<{ apiKeyId: string; publicKey: string }[]> {
  type Answer = { user: { apiKeys: { apiKeyId: string; credential: { publicKey: string } }[] } };
  const { organizationId, userId } = ada;
  const { user } = await ask<Answer>(service, by, getUser, { organizationId, userId });
  return user.apiKeys.map(({ apiKeyId, credential }) => ({ apiKeyId, publicKey: credential.publicKey }));
}

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => start(await open()));

  test('T-27: a session ends at its second, and not before', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const { session } = await callProxy<{ session: string }>(service, proxyOtpLogin, await loginRequest(token, key));
    expect(readSessionToken(session).exp).toBe(Math.floor(service.clock() / 1000) + 900);
    service.clock.advanceMs(899_000);
    expect(await who(key)).toBe(ada.userId);
    service.clock.advanceMs(999);
    expect(await who(key)).toBe(ada.userId);
    service.clock.advanceMs(1);
    expect(await who(key)).toBe('API_KEY_EXPIRED');
    service.clock.advanceMs(1000);
    expect(await who(key)).toBe('API_KEY_EXPIRED');
  });

  test('at the eleventh session the oldest goes', async () => {
    const keys = [ada.key];
    for (let opened = 0; opened < 10; opened += 1) keys.push(await another());
    expect(await who(ada.key)).toBe('PUBLIC_KEY_NOT_FOUND');
    const [, second, ...others] = keys as [SigningKey, SigningKey, ...SigningKey[]];
    for (const key of [second, ...others]) expect(await who(key)).toBe(ada.userId);
    expect(await keysOfAda(second)).toHaveLength(10);
  });

  test('T-21: logging out ends the key at once, on every instance of the service', async () => {
    const { organizationId, userId } = ada;
    const elsewhere = createCoordinator(service.service.tools);
    const body = JSON.stringify({ organizationId });
    const asked = async () => {
      const headers = { 'Content-Type': 'application/json', ...(await stampOf(ada.key, body)) };
      const answer = await elsewhere(
        new Request(`https://latchkey.test${whoami.path}`, { method: 'POST', headers, body }),
      );
      return answer.status;
    };
    expect(await asked()).toBe(200);
    const second = await another();
    const mine = (await keysOfAda(ada.key)).filter(({ publicKey }) => publicKey === ada.key.publicKey);
    await done(service, ada, deleteApiKeys, { userId, apiKeyIds: mine.map(({ apiKeyId }) => apiKeyId) });
    expect(await asked()).toBe(401);
    expect(await who(ada.key)).toBe('PUBLIC_KEY_NOT_FOUND');
    expect(await who(second)).toBe(userId);
  });
});

describe('on one store', () => {
  beforeEach(() => start());

  test('T-21: a session token is no bearer: without its key nothing can be stamped', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const { session } = await callProxy<{ session: string }>(service, proxyOtpLogin, await loginRequest(token, key));
    const body = JSON.stringify({ organizationId: ada.organizationId });
    const thief = await createSigningKey();
    const stamped = await keyStamper(thief).stamp(utf8(body));
    const { signature } = JSON.parse(Buffer.from(stamped.value, 'base64url').toString());
    const claimed = writeStamp({ publicKey: key.publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature });
    for (const [headers, code] of [
      [{ Authorization: `Bearer ${session}` }, 'STAMP_MISSING'],
      [{ Cookie: `session=${session}` }, 'STAMP_MISSING'],
      [{ 'X-Session': session }, 'STAMP_MALFORMED'],
      [{ 'X-Stamp': session }, 'STAMP_MALFORMED'],
      [{ 'X-Stamp': stamped.value }, 'PUBLIC_KEY_NOT_FOUND'],
      [{ 'X-Stamp': claimed }, 'STAMP_INVALID'],
    ] as const) {
      const answer = await post(service, whoami.path, body, headers);
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain(`"${code}"`);
    }
  });

  test('a session token is the notarizer’s word on organization, user, key, issue and end', async () => {
    await service.configure({ sessionExpirationSeconds: 1200 });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const { session } = await callProxy<{ session: string }>(service, proxyOtpLogin, await loginRequest(token, key));
    expect(await verifySessionToken(session, service.trust.notarizerPublicKey)).toEqual({
      exp: Math.floor(service.clock() / 1000) + 1200,
      iat: Math.floor(service.clock() / 1000),
      public_key: key.publicKey,
      session_type: 'SESSION_TYPE_READ_WRITE',
      user_id: ada.userId,
      organization_id: ada.organizationId,
    });
    await expect(verifySessionToken(session, service.trust.tlsFetcherSignPublicKey)).rejects.toThrow();
  });

  test('the page does not decide how long a session lives', async () => {
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = { ...(await loginRequest(token, key)), expirationSeconds: '31536000' };
    expect(await outcomeOf(() => callProxy(service, proxyOtpLogin, request))).toBe('REQUEST_INVALID');
  });

  test('invalidateExisting leaves the new session and the long-lived keys', async () => {
    const phone = await another();
    const server = await createSigningKey();
    await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys: [apiKeyOf(server)] });
    const { token, key } = await verifiedToken(service, 'ada@example.com');
    const request = { ...(await loginRequest(token, key)), invalidateExisting: true };
    await callProxy(service, proxyOtpLogin, request);
    expect(await Promise.all([ada.key, phone].map(who))).toEqual(['PUBLIC_KEY_NOT_FOUND', 'PUBLIC_KEY_NOT_FOUND']);
    expect(await Promise.all([key, server].map(who))).toEqual([ada.userId, ada.userId]);
    const next = await another({ ...ada, key });
    expect(await who(key)).toBe(ada.userId);
    const last = await another({ ...ada, key }, { invalidateExisting: true });
    expect(await Promise.all([key, next].map(who))).toEqual(['PUBLIC_KEY_NOT_FOUND', 'PUBLIC_KEY_NOT_FOUND']);
    expect(await who(last)).toBe(ada.userId);
  });

  test('expired sessions make room before the living', async () => {
    const short = [];
    for (let opened = 0; opened < 5; opened += 1) short.push(await another(ada, { expirationSeconds: '60' }));
    const long = [];
    for (let opened = 0; opened < 4; opened += 1) long.push(await another());
    service.clock.advanceMs(61_000);
    const next = await another();
    expect((await keysOfAda(next)).map(({ publicKey }) => publicKey).sort()).toEqual(
      [ada.key, ...long, next].map(({ publicKey }) => publicKey).sort(),
    );
  });

  test('a key that stamps for long is not turned into a session, nor what is no key at all', async () => {
    const server = await createSigningKey();
    await done(service, ada, createApiKeys, { userId: ada.userId, apiKeys: [apiKeyOf(server)] });
    await expect(act(service, ada, stampLogin, { publicKey: server.publicKey })).rejects.toMatchObject({
      code: 'CREDENTIAL_CONFLICT',
    });
    await expect(act(service, ada, stampLogin, { publicKey: `02${'ff'.repeat(32)}` })).rejects.toMatchObject({
      code: 'PUBLIC_KEY_INVALID',
    });
  });
});
