import { describe, expect, expectTypeOf, test } from 'vitest';
import { call } from '../../src/client/call.js';
import { deleteSubOrganization } from '../../src/contract/subOrganizations.js';
import { updateUserPhoneNumber } from '../../src/contract/userContacts.js';
import { createUsers, deleteUsers, updateUserName } from '../../src/contract/users.js';
import { refuseUnverified, withCaller } from '../../src/server/guards.js';
import { revocationCheck } from '../../src/server/revocationCheck.js';
import { type UserLookupSettings, userLookup } from '../../src/server/userLookup.js';
import type { VerifiedCaller, VerifiedUser } from '../../src/server/verifiedCaller.js';
import { verifyRequest } from '../../src/server/verifyRequest.js';
import { ada, openService } from '../support/people.js';
import { captured, forged, openSite, type Site } from './backend.js';

/** A site whose backend looks users up, and how often it asked. */
async function openLookup(settings: Partial<UserLookupSettings> = {}) {
  const site = await openSite();
  const { service } = site;
  const asked: string[] = [];
  const withUser = userLookup({
    coordinatorUrl: service.settings.coordinatorUrl,
    apiKey: service.rootApiKey,
    clock: service.clock,
    fetch: (url, init) => {
      asked.push(url);
      return service.fetch(url, init);
    },
    ...settings,
  });
  const verified = async () => verifyRequest(await forged(site), { ...site.settings, withUser });
  return { ...site, asked, withUser, settings: { ...site.settings, withUser }, verified };
}

const newUser = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };

const rename = ({ client, session: { userId } }: Pick<Site, 'client' | 'session'>, userName: string) =>
  call(client, updateUserName, { userId, userName });

describe('a verified request with a look-up', () => {
  test('says who the user is, beside what the token says', async () => {
    const { session, verified, asked } = await openLookup();
    const { organizationId, userId, publicKey } = session;
    const caller = await verified();
    expect(caller).toEqual({
      organizationId,
      userId,
      publicKey,
      expiresAtMs: caller.expiresAtMs,
      user: { userId, userName: caller.user.userName, verifiedEmail: ada },
    });
    expect(asked).toHaveLength(1);
  });

  test('has a user in its type where a look-up is given, and only there', async () => {
    const site = await openLookup();
    const { withUser: _, ...without } = site.settings;
    const caller = await verifyRequest(await forged(site), without);
    expectTypeOf(caller).toEqualTypeOf<VerifiedCaller>();
    expect(caller).not.toHaveProperty('user');
    expectTypeOf((await site.verified()).user).toEqualTypeOf<VerifiedUser>();
    withCaller(without, async (_request, { userId }, context: { id: string }) => Response.json({ userId, context }));
  });

  test.each(['/', '/v1', '/public/v1', '/public/v1/'])(
    'finds the user where coordinatorUrl ends in %s',
    async (end) => {
      const { service } = await openSite();
      const site = await openLookup({ coordinatorUrl: service.settings.coordinatorUrl + end });
      expect((await site.verified()).user).toMatchObject({ verifiedEmail: ada });
    },
  );

  test('of an address that is not the coordinator’s fails, and says nothing of anybody', async () => {
    const { service, session, settings: given } = await openLookup();
    const settings = {
      coordinatorUrl: `${service.settings.coordinatorUrl}/api`,
      apiKey: service.rootApiKey,
      fetch: (url: string, init: RequestInit) => service.fetch(url, init),
    };
    await expect(userLookup(settings)(session)).rejects.toMatchObject({ code: 'USER_LOOKUP_FAILED' });
    await expect(revocationCheck(settings)(session)).rejects.toMatchObject({ code: 'ROUTE_NOT_FOUND' });
    expect(await given.withUser(session)).toMatchObject({ verifiedEmail: ada });
  });

  test('gives no contact that is only set', async () => {
    const { client, session, verified, withUser } = await openLookup();
    await call(client, updateUserPhoneNumber, { userId: session.userId, userPhoneNumber: '+14155550101' });
    expect((await verified()).user).not.toHaveProperty('verifiedPhoneNumber');
    expect((await verified()).user).toMatchObject({ verifiedEmail: ada });

    const bob = { ...newUser, userName: 'Bob', userEmail: 'bob@example.com' };
    const { userIds } = await call(client, createUsers, { users: [bob] });
    const [userId = ''] = userIds;
    expect(await withUser({ ...session, userId })).toEqual({ userId, userName: 'Bob' });
  });

  test('shows a change once the answer is `cacheSeconds` old, and no later', async () => {
    const site = await openLookup();
    const { verified, service, asked } = site;
    await rename(site, 'Ada');
    expect((await verified()).user.userName).toBe('Ada');
    await rename(site, 'Countess');
    service.clock.advanceMs(59_999);
    expect((await verified()).user.userName).toBe('Ada');
    expect(asked).toHaveLength(1);
    service.clock.advanceMs(1);
    expect((await verified()).user.userName).toBe('Countess');
    expect(asked).toHaveLength(2);
  });

  test('asks each time where `cacheSeconds` is 0', async () => {
    const { verified, asked } = await openLookup({ cacheSeconds: 0 });
    await verified();
    await verified();
    expect(asked).toHaveLength(2);
  });

  test('asks once for requests that come at once', async () => {
    const { verified, asked } = await openLookup();
    const callers = await Promise.all(Array.from({ length: 10 }, verified));
    expect(new Set(callers.map(({ user }) => user.verifiedEmail))).toEqual(new Set([ada]));
    expect(asked).toHaveLength(1);
  });
});

describe('a user who was deleted', () => {
  test('is refused, as their session has ended', async () => {
    const site = await openLookup();
    const request = await forged(site);
    await call(site.client, deleteSubOrganization, { deleteWithoutExport: true });
    const refused = verifyRequest(request, site.settings);
    await expect(refused).rejects.toMatchObject({ code: 'SESSION_REVOKED', status: 401 });
  });

  test('is not found by the look-up itself, though others of the organization are', async () => {
    const { client, session, withUser, asked } = await openLookup();
    const { userIds } = await call(client, createUsers, { users: [{ ...newUser, userName: 'Bob' }] });
    await call(client, deleteUsers, { userIds });
    const [userId = ''] = userIds;
    const caller = { ...session, userId };
    expect(await withUser(caller)).toBeUndefined();
    expect(await withUser(caller)).toBeUndefined();
    expect(asked).toHaveLength(2);
    expect(await withUser(session)).toMatchObject({ verifiedEmail: ada });
  });
});

describe('a look-up that fails', () => {
  test('has a code and a cause, is not kept, and uses no proof up', async () => {
    let isDown = true;
    const site = await openLookup();
    const withUser = userLookup({
      coordinatorUrl: site.service.settings.coordinatorUrl,
      apiKey: site.service.rootApiKey,
      clock: site.service.clock,
      fetch: (url, init) => (isDown ? Promise.reject(new TypeError('fetch failed')) : site.service.fetch(url, init)),
    });
    const settings = { ...site.settings, withUser };
    const request = await captured(site);
    await expect(verifyRequest(request.clone(), settings)).rejects.toMatchObject({
      name: 'UserLookupError',
      code: 'USER_LOOKUP_FAILED',
      status: 503,
      cause: new TypeError('fetch failed'),
    });
    isDown = false;
    expect((await verifyRequest(request.clone(), settings)).user.verifiedEmail).toBe(ada);
  });

  test('says whose key was refused, and counts for nobody as logged out', async () => {
    const { verified } = await openLookup({ apiKey: (await openService()).service.rootApiKey });
    await expect(verified()).rejects.toMatchObject({
      code: 'USER_LOOKUP_FAILED',
      cause: { code: 'PUBLIC_KEY_NOT_FOUND' },
    });
  });

  test('answers what is no user with the same code', async () => {
    const { verified } = await openLookup({ fetch: async () => new Response('<h1>It works!</h1>') });
    await expect(verified()).rejects.toMatchObject({ code: 'USER_LOOKUP_FAILED' });
    const { verified: other } = await openLookup({ fetch: async () => Response.json({}) });
    await expect(other()).rejects.toMatchObject({ code: 'USER_LOOKUP_FAILED' });
  });
});

test('a middleware that only refuses looks nobody up', async () => {
  const site = await openLookup();
  expect(await refuseUnverified(site.settings)(await captured(site))).toBeUndefined();
  expect(site.asked).toEqual([]);
});
