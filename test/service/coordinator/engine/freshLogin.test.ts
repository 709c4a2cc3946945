import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createAuthenticators } from '../../../../src/contract/authenticators.js';
import { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../../src/contract/authProxy.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { updateRootQuorum } from '../../../../src/contract/organizations.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import type { ApiKey, User } from '../../../../src/contract/shapes.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken } from '../../../../src/crypto/tokens.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { createPasskey } from '../../../support/passkey.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope, type Person, post, signUp } from '../../../support/wire.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

describe.each(databases)('A-54 on $name', ({ open }) => {
  let service: TestService;
  let ada: Person;
  let people = 0;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await service.configure({
      sessionExpirationSeconds: 86_400,
      freshLoginSeconds: 600,
      maxSessionSeconds: 30 * 86_400,
    });
    people += 1;
    ada = await signUp(service, `ada-${people}@example.com`);
  });

  const add = async (by: Party, more: object = {}) => {
    const key = await createSigningKey();
    await done(service, by, createApiKeys, { userId: by.userId, apiKeys: [{ ...apiKeyOf(key), ...more }] });
    return { ...by, key };
  };
  const refused = async (by: Party) =>
    refusedAs('FRESH_LOGIN_REQUIRED', service, by, createApiKeys, {
      userId: by.userId,
      apiKeys: [apiKeyOf(await createSigningKey())],
    });
  const renew = async (by: Party, more: object = {}) => {
    const key = await createSigningKey();
    const { session } = await done(service, by, stampLogin, { publicKey: key.publicKey, ...more });
    return { party: { ...by, key }, expiresAtMs: readSessionToken(session).exp * 1000 };
  };
  const held = async ({ organizationId, userId }: Party): Promise<ApiKey[]> => {
    const root = await rootOf(service);
    return (await ask<{ user: User }>(service, root.key, getUser, { organizationId, userId })).user.apiKeys;
  };
  const idOf = async (by: Party, { publicKey }: SigningKey = by.key) =>
    (await held(by)).find(({ credential }) => credential.publicKey === publicKey)?.apiKeyId ?? '';
  const isAlive = ({ key, organizationId }: Party) =>
    ask(service, key, whoami, { organizationId }).then(
      () => true,
      () => false,
    );

  test('a session makes no key that outlives it, once its login is ten minutes old', async () => {
    service.clock.advanceMs(10 * minuteMs - 1);
    const key = await add(ada);
    await refused(ada);
    expect(await isAlive(ada)).toBe(true);
    await done(service, ada, createWallet, { walletName: 'Still at work', accounts: [] });
    service.clock.advanceMs(dayMs);
    await add(key);
  });

  test('a refused request leaves no activity and no key', async () => {
    service.clock.advanceMs(10 * minuteMs + 1);
    const before = await held(ada);
    await refused(ada);
    expect(await held(ada)).toEqual(before);
  });

  test('renewals keep the time of the login, whatever credential made it', async () => {
    service.clock.advanceMs(6 * minuteMs);
    const { party } = await renew(ada);
    await add(party);
    service.clock.advanceMs(5 * minuteMs);
    await refused(party);
    await refused((await renew(party)).party);
    const { users } = await makeSubOrganization(service);
    const byKey = (await renew(users[0], { expirationSeconds: '86400' })).party;
    await add(byKey);
    service.clock.advanceMs(11 * minuteMs);
    await refused(byKey);
    await refused((await renew(byKey)).party);
    await add((await renew(users[0])).party);
  });

  test('an old login ends all of its own sessions, and nothing else', async () => {
    const kept = await add(ada, { expirationSeconds: '86400' });
    const { party: other } = await renew(ada, { expirationSeconds: '86400' });
    service.clock.advanceMs(11 * minuteMs);
    const sessions = [await idOf(ada), await idOf(other)];
    const { userId } = ada;
    const remove = (apiKeyIds: string[]) =>
      refusedAs('FRESH_LOGIN_REQUIRED', service, ada, deleteApiKeys, { userId, apiKeyIds });
    await remove([await idOf(kept)]);
    await remove([...sessions, await idOf(kept)]);
    const absent = { userId, apiKeyIds: [absentId] };
    await refusedAs('API_KEY_NOT_FOUND', service, ada, deleteApiKeys, absent);
    const others = { userId: absentId, apiKeyIds: sessions };
    await refusedAs('FRESH_LOGIN_REQUIRED', service, ada, deleteApiKeys, others);
    await done(service, ada, deleteApiKeys, { userId, apiKeyIds: sessions });
    expect([await isAlive(ada), await isAlive(other), await isAlive(kept)]).toEqual([false, false, true]);
  });

  test('keys that a session creates, and those that they create, have its login time', async () => {
    const first = await add(ada);
    const second = await add(first);
    const { party: session } = await renew(second);
    const third = await add(session);
    const another = await add((await renew((await makeSubOrganization(service)).users[0])).party);
    const loginOf = async (party: Party) =>
      (await held(party)).find(({ credential }) => credential.publicKey === party.key.publicKey)?.loginId;
    const logins = await Promise.all([first, second, third].map(loginOf));
    expect(new Set(logins).size).toBe(1);
    expect(logins[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(await loginOf(another)).not.toBe(logins[0]);
    expect(await loginOf(await add((await makeSubOrganization(service)).users[0]))).toBeUndefined();
  });

  test('a passkey that a session registers has its login time, and so do the keys that it creates', async () => {
    const passkey = await createPasskey();
    const { organizationId, userId } = ada;
    const authenticators = [await passkey.register()];
    await done(service, ada, createAuthenticators, { userId, authenticators });
    const byPasskey = apiKeyOf(await createSigningKey());
    const body = envelope(service, createApiKeys, organizationId, { userId, apiKeys: [byPasskey] });
    expect((await post(service, createApiKeys.path, body, await passkey.stamp(body))).status).toBe(200);
    const bySession = await add(ada);
    const keys = await held(ada);
    const loginOf = (publicKey: string) => keys.find(({ credential }) => credential.publicKey === publicKey)?.loginId;
    expect(loginOf(byPasskey.publicKey)).toMatch(/^[0-9a-f-]{36}$/);
    expect(loginOf(byPasskey.publicKey)).toBe(loginOf(bySession.key.publicKey));
  });

  test('a key that two users agreed on has its requester’s login time', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    const [asks, agrees] = users as [Party, Party];
    const { party } = await renew(asks);
    for (const by of [party, asks]) {
      const apiKeys = [apiKeyOf(await createSigningKey(), by === asks ? 'By key' : 'By session')];
      const { fingerprint } = await act(service, by, createApiKeys, { userId: agrees.userId, apiKeys });
      await done(service, agrees, approveActivity, { fingerprint });
    }
    const shown = (await held(agrees)).map(({ apiKeyName, loginId }) => [apiKeyName, typeof loginId]);
    expect(shown.slice(1)).toEqual([
      ['By session', 'string'],
      ['By key', 'undefined'],
    ]);
  });

  test('no session is longer than the limit, not even by renewals', async () => {
    await service.configure({ sessionExpirationSeconds: 3600, maxSessionSeconds: 7200 });
    const loginMs = service.clock();
    const person = await signUp(service, `bob-${people}@example.com`);
    const long = { expirationSeconds: '31536000' };
    const first = await renew(person, long);
    expect(first.expiresAtMs).toBeLessThanOrEqual(loginMs + 7_201_000);
    service.clock.advanceMs(3_000_000);
    const second = await renew(first.party, long);
    expect(second.expiresAtMs).toBeLessThanOrEqual(loginMs + 7_201_000);
    service.clock.advanceMs(4_190_000);
    const last = await renew(second.party, long);
    expect(last.expiresAtMs).toBeLessThanOrEqual(loginMs + 7_201_000);
    service.clock.advanceMs(60_000);
    expect(await isAlive(last.party)).toBe(false);
  });

  test('a login beyond a newly shortened limit is not renewed any more', async () => {
    service.clock.advanceMs(2 * 3_600_000);
    await service.configure({ sessionExpirationSeconds: 3600, maxSessionSeconds: 3600 });
    const { publicKey } = await createSigningKey();
    await refusedAs('FRESH_LOGIN_REQUIRED', service, ada, stampLogin, { publicKey });
  });

  test('an API key has the lifetime that it was created with', async () => {
    const key = await add(ada, { expirationSeconds: '31536000' });
    service.clock.advanceMs(300 * dayMs);
    expect(await isAlive(key)).toBe(true);
  });

  test('a session without a recorded login time is not fresh, even after renewal, and can still be ended', async () => {
    const { db } = service.service.tools.store;
    await db.updateTable('credentials').set({ login_id: null }).where('public_key', '=', ada.key.publicKey).execute();
    await refused(ada);
    const { party, expiresAtMs } = await renew(ada, { expirationSeconds: '31536000' });
    await refused(party);
    expect(expiresAtMs).toBeLessThanOrEqual(service.clock() + 30 * dayMs);
    await done(service, party, deleteApiKeys, {
      userId: party.userId,
      apiKeyIds: [await idOf(ada), await idOf(party)],
    });
  });

  test('the configuration sets the maximum age, or allows any session', async () => {
    service.clock.advanceMs(11 * minuteMs);
    await refused(ada);
    await service.configure({ freshLoginSeconds: 3600 });
    await add(ada);
    await service.configure({ freshLoginSeconds: 0 });
    service.clock.advanceMs(3_600_000);
    await add(ada);
  });

  test('a parent’s session is fresh for a quarter of an hour at most, whatever the configuration says', async () => {
    const root = await rootOf(service);
    for (const freshLoginSeconds of [3600, 0]) {
      await service.configure({ freshLoginSeconds });
      const { party } = await renew(root, { expirationSeconds: '86400' });
      service.clock.advanceMs(15 * minuteMs - 1);
      await add(party);
      service.clock.advanceMs(2);
      await refused(party);
      await refused((await renew(party)).party);
    }
    await service.configure({ freshLoginSeconds: 600 });
    const { party } = await renew(root, { expirationSeconds: '86400' });
    service.clock.advanceMs(10 * minuteMs + 1);
    await refused(party);
  });

  test('a parent’s old session does not change who can enter, nor the auth proxy, but its key and its passkey do', async () => {
    const root = await rootOf(service);
    const { organizationId, userId } = root;
    const { party } = await renew(root, { expirationSeconds: '86400' });
    service.clock.advanceMs(15 * minuteMs + 1);
    await refusedAs('FRESH_LOGIN_REQUIRED', service, party, enableAuthProxy, {});
    await refusedAs('FRESH_LOGIN_REQUIRED', service, party, disableAuthProxy, {});
    await refusedAs('FRESH_LOGIN_REQUIRED', service, party, updateAuthProxyConfig, { otpLength: 8 });
    await refusedAs('FRESH_LOGIN_REQUIRED', service, party, updateRootQuorum, { threshold: 1, userIds: [userId] });
    await done(service, party, createWallet, { walletName: `Still at work ${people}`, accounts: [] });
    await done(service, root, updateAuthProxyConfig, { otpLength: 8 });
    const passkey = await createPasskey();
    await done(service, root, createAuthenticators, { userId, authenticators: [await passkey.register()] });
    service.clock.advanceMs(dayMs);
    const body = envelope(service, updateAuthProxyConfig, organizationId, { otpLength: 6 });
    expect((await post(service, updateAuthProxyConfig.path, body, await passkey.stamp(body))).status).toBe(200);
  });

  test('a login that ends the other sessions ends those of every kind, and no key', async () => {
    const kept = await add(ada);
    const kinds = ['EMAIL_AUTH_KEY_P256', 'OTP_AUTH_KEY_P256', 'OAUTH_KEY_P256', 'READ_WRITE_SESSION_KEY_P256'];
    const others = await Promise.all(kinds.map(() => add(ada)));
    for (const [at, kind] of kinds.entries())
      await service.service.tools.store.db
        .updateTable('credentials')
        .set({ kind: 'SESSION_KEY', credential_type: `CREDENTIAL_TYPE_${kind}` })
        .where('public_key', '=', others[at]?.key.publicKey ?? '')
        .execute();
    const { party } = await renew(kept, { invalidateExisting: true });
    expect(await Promise.all([ada, ...others].map(isAlive))).toEqual([false, false, false, false, false]);
    expect([await isAlive(kept), await isAlive(party)]).toEqual([true, true]);
  });
});
