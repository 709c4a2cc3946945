import { describe, expect, test } from 'vitest';
import { call } from '../../../src/client/call.js';
import type { Client } from '../../../src/client/createClient.js';
import { me } from '../../../src/client/flows/me.js';
import { refreshSession } from '../../../src/client/flows/refreshSession.js';
import { logout } from '../../../src/client/session/logout.js';
import { submit } from '../../../src/client/submit.js';
import { createApiKeys, deleteApiKeys } from '../../../src/contract/credentials.js';
import { deleteSubOrganization } from '../../../src/contract/subOrganizations.js';
import { getUser, whoami } from '../../../src/contract/users.queries.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import type { Session } from '../../../src/sessions/session.js';
import { keyStamper } from '../../../src/stampers/keyStamper.js';
import { ada, logIn, newClient, openService } from '../../support/people.js';

describe('logout', () => {
  test('ends the key on the device and at the service', async () => {
    const { service, client } = await openService();
    const session = await logIn(service, client);
    const key = await client.keys.get(session.publicKey);
    if (!key) throw new Error('the session has no key');
    expect(await logout(client)).toEqual({ endedAtService: true });
    expect((await client.sessions.current()).sessions).toEqual([]);
    expect(await client.keys.list()).toEqual([]);
    const asBefore = { stamper: keyStamper(key), organizationId: session.organizationId };
    await expect(call(client, whoami, {}, asBefore)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('ends it on the device even if the service is unreachable, and says so', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    service.failures.next('get_user', 'unreachable', 3);
    const { endedAtService, error } = await logout(client);
    expect(endedAtService).toBe(false);
    expect(error).toMatchObject({ code: 'NETWORK_FAILED' });
    expect(await client.keys.list()).toEqual([]);
    await expect(me(client)).rejects.toMatchObject({ code: 'SESSION_GONE' });
  });

  test('of one session leaves the other', async () => {
    const { service, client } = await openService();
    const one = await logIn(service, client);
    const other = await logIn(service, client, 'grace@example.com');
    expect(await logout(client, { session: one })).toEqual({ endedAtService: true });
    expect((await client.sessions.current()).active).toEqual(other);
    expect((await me(client)).userEmail).toBe('grace@example.com');
  });

  test('succeeds for a key that the service no longer knows', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    service.failures.next('get_user', { refuse: 'PUBLIC_KEY_NOT_FOUND' });
    expect(await logout(client)).toEqual({ endedAtService: true });
  });

  test.each([false, true])(
    'succeeds where the organization was deleted meanwhile (everywhere: %s)',
    async (everywhere) => {
      const { service, client } = await openService();
      await logIn(service, client);
      await deleteOrganizationElsewhere(client);
      expect(await logout(client, { everywhere })).toMatchObject({ endedAtService: true });
      expect(await client.keys.list()).toEqual([]);
    },
  );

  test('ends the key even if the answer is lost', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    service.failures.next('delete_api_keys', 'answer lost');
    expect(await logout(client)).toEqual({ endedAtService: true });
  });

  test('without a session does nothing', async () => {
    const { client } = await openService();
    expect(await logout(client)).toEqual({ endedAtService: true });
  });

  test('lets the same person log in again', async () => {
    const { service, client } = await openService();
    const { organizationId } = await logIn(service, client);
    await logout(client);
    expect((await logIn(service, client)).organizationId).toBe(organizationId);
  });
});

describe('A-54 logout everywhere', () => {
  const lastingKey = async (client: Client, { userId }: Session) => {
    const key = await createSigningKey();
    const apiKey = { apiKeyName: 'Left behind', publicKey: key.publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    await call(client, createApiKeys, { userId, apiKeys: [apiKey] });
    return key;
  };
  const isAlive = (client: Client, key: SigningKey, { organizationId }: Session) =>
    call(client, whoami, {}, { stamper: keyStamper(key), organizationId }).then(
      () => true,
      () => false,
    );

  test('ends every session of the person at any age, and lists the keys that they made, which a new login ends', async () => {
    const { service, client } = await openService();
    await service.configure({ sessionExpirationSeconds: 86_400 });
    const here = await logIn(service, client);
    const again = await logIn(service, client);
    const grace = await logIn(service, client, 'grace@example.com');
    const elsewhere = newClient(service);
    const there = await logIn(service, elsewhere);
    const made = await lastingKey(elsewhere, there);
    await refreshSession(elsewhere);
    service.clock.advanceMs(60 * 60_000);
    const { endedAtService, error, madeBySessions = [] } = await logout(client, { session: here, everywhere: true });
    expect([endedAtService, error]).toEqual([true, undefined]);
    expect(madeBySessions).toMatchObject([{ apiKeyName: 'Left behind', credential: { publicKey: made.publicKey } }]);
    expect((await client.sessions.current()).sessions).toEqual([grace]);
    expect(await client.keys.list()).toEqual([grace.publicKey]);
    expect(await client.keys.get(again.publicKey)).toBeUndefined();
    await expect(me(elsewhere)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    expect(await isAlive(client, made, here)).toBe(true);
    const { userId } = await logIn(service, client);
    await call(client, deleteApiKeys, { userId, apiKeyIds: madeBySessions.map(({ apiKeyId }) => apiKeyId) });
    expect(await isAlive(client, made, here)).toBe(false);
  });

  test('does not list keys that no session made', async () => {
    const { service, client } = await openService();
    const session = await logIn(service, client);
    await lastingKey(client, session);
    const { db } = service.service.tools.store;
    await db.updateTable('credentials').set({ login_id: null }).where('credential_name', '=', 'Left behind').execute();
    expect(await logout(client, { everywhere: true })).toEqual({ endedAtService: true, madeBySessions: [] });
  });

  test('that fails says so and leaves the person logged in, who can try again', async () => {
    const { service, client } = await openService();
    const elsewhere = newClient(service);
    await logIn(service, elsewhere);
    await logIn(service, client);
    service.failures.next('delete_api_keys', 'unreachable', 3);
    const { endedAtService, error, madeBySessions } = await logout(client, { everywhere: true });
    expect([endedAtService, madeBySessions]).toEqual([false, undefined]);
    expect(error).toMatchObject({ code: 'NETWORK_FAILED' });
    expect((await me(client)).userEmail).toBe(ada);
    expect((await me(elsewhere)).userEmail).toBe(ada);
    expect(await logout(client, { everywhere: true })).toMatchObject({ endedAtService: true });
    expect(await client.keys.list()).toEqual([]);
    await expect(me(elsewhere)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test.each([
    { retryAfterMs: 1_000, endedAtService: true, left: 0 },
    { retryAfterMs: 60_000, endedAtService: false, left: 1 },
  ])('waits for a busy service if that is short: $retryAfterMs ms', async ({ retryAfterMs, endedAtService, left }) => {
    const { service, client } = await openService();
    await logIn(service, client);
    service.failures.next('get_user', { refuse: 'TOO_MUCH_WORK', details: { retryAfterMs } });
    expect(await logout(client, { everywhere: true })).toMatchObject({ endedAtService });
    expect(await client.keys.list()).toHaveLength(left);
  });

  test.each([
    ['whose key has already ended', 'PUBLIC_KEY_NOT_FOUND'],
    ['whose key has left the device', 'SESSION_GONE'],
  ])('by a session %s does not claim that the others ended, and ends it here', async (_, code) => {
    const { service, client } = await openService();
    const { publicKey } = await logIn(service, client);
    if (code === 'SESSION_GONE') await client.keys.remove(publicKey);
    else service.failures.next('get_user', { refuse: 'PUBLIC_KEY_NOT_FOUND' });
    const error = expect.objectContaining({ code });
    expect(await logout(client, { everywhere: true })).toEqual({ endedAtService: false, error });
    expect((await client.sessions.current()).sessions).toEqual([]);
  });
});

/** By the session's key, but not through the kit, which does not hear of it. */
async function deleteOrganizationElsewhere(client: Client): Promise<void> {
  const { active } = await client.sessions.current();
  const key = active && (await client.keys.get(active.publicKey));
  if (!key) throw new Error('the session has no key');
  const options = { stamper: keyStamper(key), organizationId: active.organizationId };
  await submit(client, deleteSubOrganization, { deleteWithoutExport: true }, options);
}

test('a session whose organization was deleted is over with the next request', async () => {
  const { service, client } = await openService();
  await logIn(service, client);
  await deleteOrganizationElsewhere(client);
  await expect(call(client, whoami, {})).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });
  expect((await client.sessions.current()).sessions).toEqual([]);
  expect(await client.keys.list()).toEqual([]);
});

test('an organization that is not there ends no session but its own', async () => {
  const { service, client } = await openService();
  const session = await logIn(service, client);
  const organizationId = crypto.randomUUID();
  await expect(call(client, whoami, { organizationId })).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND' });
  expect((await client.sessions.current()).active).toEqual(session);
});

describe('a login that is old', () => {
  test('is distinguished from a missing right, and a fresh login has the right', async () => {
    const { service, client } = await openService();
    const { userId } = await logIn(service, client);
    const add = async () => {
      const { publicKey } = await createSigningKey();
      const apiKey = { apiKeyName: 'Key', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
      return call(client, createApiKeys, { userId, apiKeys: [apiKey] });
    };
    await add();
    service.clock.advanceMs(10 * 60_000 + 1);
    await expect(add()).rejects.toMatchObject({ code: 'FRESH_LOGIN_REQUIRED', status: 403 });
    await refreshSession(client);
    await expect(add()).rejects.toMatchObject({ code: 'FRESH_LOGIN_REQUIRED' });
    expect((await me(client)).userEmail).toBe(ada);
    await logIn(service, client);
    await add();
  });
});

describe('a refresh', () => {
  test('replaces the old key, which then cannot stamp any more', async () => {
    const { service, client } = await openService();
    const old = await logIn(service, client);
    const oldKey = await client.keys.get(old.publicKey);
    if (!oldKey) throw new Error('the session has no key');
    service.clock.advanceMs(10 * 60_000);
    const session = await refreshSession(client);
    expect(session.expiresAtMs).toBeGreaterThan(old.expiresAtMs);
    expect((await client.sessions.current()).active).toEqual(session);
    expect(await client.keys.list()).toEqual([session.publicKey]);
    const asBefore = { stamper: keyStamper(oldKey), organizationId: old.organizationId };
    await expect(call(client, whoami, {}, asBefore)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('lives as long as requested', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    const { expiresAtMs } = await refreshSession(client, { expirationSeconds: 7_200 });
    expect((expiresAtMs - service.clock()) / 3_600_000).toBeCloseTo(2, 1);
  });

  test('lives as long as the configuration says, or as the previous session if the configuration cannot be read', async () => {
    const { service, client } = await openService();
    await service.configure({ sessionExpirationSeconds: 604_800 });
    await logIn(service, client);
    const days = ({ expiresAtMs }: Session) => (expiresAtMs - service.clock()) / 86_400_000;
    service.clock.advanceMs(60_000);
    expect(days(await refreshSession(client))).toBeCloseTo(7, 3);
    service.clock.advanceMs(60_000);
    service.failures.next('wallet_kit_config', 'unreachable', 3);
    expect(days(await refreshSession(client))).toBeCloseTo(7, 3);
  });

  test('is made once, however many callers request it', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    const sessions = await Promise.all([refreshSession(client), refreshSession(client), refreshSession(client)]);
    expect(new Set(sessions.map(({ publicKey }) => publicKey)).size).toBe(1);
    expect(await client.keys.list()).toHaveLength(1);
  });

  test('that fails keeps the session, and leaves no key behind', async () => {
    const { service, client } = await openService();
    const session = await logIn(service, client);
    service.failures.next('stamp_login', 'unreachable', 3);
    await expect(refreshSession(client)).rejects.toMatchObject({ code: 'NETWORK_FAILED' });
    expect(await client.keys.list()).toEqual([session.publicKey]);
    expect((await me(client)).userEmail).toBe(ada);
  });

  test('is followed by calls that still name the old session', async () => {
    const { service, client } = await openService();
    const old = await logIn(service, client);
    await refreshSession(client);
    expect((await me(client, { session: old })).userEmail).toBe(ada);
  });

  test('is not possible without a session', async () => {
    const { client } = await openService();
    await expect(refreshSession(client)).rejects.toMatchObject({ code: 'SESSION_GONE' });
  });
});

describe('a session whose key the service no longer knows', () => {
  test('ends on the device at the next call', async () => {
    const { service, client } = await openService();
    const session = await logIn(service, client);
    const elsewhere = newClient(service);
    await logIn(service, elsewhere);
    const { user } = await call(elsewhere, getUser, { userId: session.userId });
    const { apiKeyId } = user.apiKeys.find(({ credential }) => credential.publicKey === session.publicKey) ?? {};
    await call(elsewhere, deleteApiKeys, { userId: session.userId, apiKeyIds: [apiKeyId ?? ''] });
    await expect(call(client, whoami, {})).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    expect((await client.sessions.current()).sessions).toEqual([]);
    expect(await client.keys.list()).toEqual([]);
  });

  test('does not end after a request about another organization', async () => {
    const { service, client } = await openService();
    const session = await logIn(service, client);
    const { organizationId } = await logIn(service, newClient(service), 'grace@example.com');
    await expect(call(client, whoami, { organizationId })).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    expect((await client.sessions.current()).active).toEqual(session);
  });

  test('ends when it expires', async () => {
    const { service, client } = await openService();
    await logIn(service, client);
    service.clock.advanceMs(15 * 60_000 + 1_000);
    await expect(me(client)).rejects.toMatchObject({ code: 'SESSION_GONE' });
  });
});

describe('an activity', () => {
  test('that fails in execution is refused with its own code', async () => {
    const { service, client } = await openService();
    const { publicKey, userId } = await logIn(service, client);
    const apiKey = { apiKeyName: 'mine', publicKey, curveType: 'API_KEY_CURVE_P256' } as const;
    const answer = call(client, createApiKeys, { userId, apiKeys: [apiKey] });
    await expect(answer).rejects.toMatchObject({ code: 'CREDENTIAL_CONFLICT', status: 409 });
  });

  test('by a device whose clock is hours off is signed again with the right time, and the next one at once', async () => {
    const { service, client: right } = await openService();
    const session = await logIn(service, right);
    const asked: string[] = [];
    const client = newClient(service, {
      keys: right.keys,
      clock: () => service.clock() - 3 * 3_600_000,
      fetch: (url, init) => {
        asked.push(url.split('/').at(-1) ?? '');
        return service.fetch(url, init);
      },
    });
    await client.sessions.open(session);
    await refreshSession(client, { expirationSeconds: 900 });
    expect(asked.slice(0, 2)).toEqual(['stamp_login', 'stamp_login']);
    asked.length = 0;
    await refreshSession(client, { expirationSeconds: 900 });
    expect(asked).toEqual(['stamp_login', 'get_user', 'delete_api_keys']);
  });
});
