import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { listSuborgs } from '../../../../src/contract/organizations.queries.js';
import { proxyAccount, proxyOtpLogin, proxySignup } from '../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import type { User } from '../../../../src/contract/shapes.js';
import { getUser, whoami } from '../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { readSessionToken, readVerificationToken } from '../../../../src/crypto/tokens.js';
import { loginMessage, signClientMessage } from '../../../../src/stampers/clientSignature.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  act,
  apiKeyOf,
  codeOf,
  done,
  makeSubOrganization,
  type Party,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, envelope, post, signUp, stampOf, verifiedToken, wallet } from '../../../support/wire.js';

describe.each(databases)('A-56 on $name', ({ open }) => {
  let service: TestService;
  /** Whose public key everybody knows. */
  let victim: SigningKey;
  let parent: { organizationId: string };
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    await service.configure({
      allowedAuthMethods: ['email', 'wallet'],
      signupsPerAddress: { most: 1000, windowSeconds: 60 },
    });
    parent = { organizationId: service.organizationId };
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    victim = await createSigningKey();
  });

  /** A sign-up through the proxy with those keys and nothing else. */
  const signUpWith = async (...keys: (SigningKey & { expirationSeconds?: string })[]) => {
    service.clock.advanceMs(1);
    const apiKeys = keys.map(({ expirationSeconds, ...key }, index) => ({
      ...apiKeyOf(key, `Key ${index}`),
      ...(expirationSeconds !== undefined && { expirationSeconds }),
    }));
    const person = { apiKeys, authenticators: [], oauthProviders: [], wallet };
    const { organizationId, userId } = await callProxy<Omit<Party, 'key'>>(service, proxySignup, person);
    return { organizationId, userId };
  };
  const account = async ({ publicKey } = victim) => {
    const filter = { filterType: 'PUBLIC_KEY', filterValue: publicKey };
    return (await callProxy<{ organizationId?: string }>(service, proxyAccount, filter)).organizationId;
  };
  const listed = async ({ publicKey } = victim) => {
    const root = await rootOf(service);
    const filter = { filterType: 'PUBLIC_KEY', filterValue: publicKey };
    const request = { ...parent, ...filter };
    return (await ask<{ organizationIds: string[] }>(service, root.key, listSuborgs, request)).organizationIds;
  };
  const whoIs = (key: SigningKey, organizationId: string) =>
    ask<{ organizationId: string }>(service, key, whoami, { organizationId });
  /** A login that names the parent. @returns where it led. */
  const logIn = async (key = victim) => {
    const { publicKey } = await createSigningKey();
    const { session } = await done(service, { key, ...parent }, stampLogin, { publicKey });
    return readSessionToken(session).organization_id;
  };

  test('a key that somebody else signed up with finds no organization, and its holder can sign up with it', async () => {
    const mallory = await createSigningKey();
    const trap = await signUpWith(mallory, victim);
    expect([await account(), await listed()]).toEqual([undefined, []]);
    await expect(logIn()).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND', status: 401 });
    await expect(whoIs(victim, service.organizationId)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    const { organizationId } = await signUpWith(victim);
    expect(await logIn()).toBe(organizationId);
    expect([await account(), await listed()]).toEqual([organizationId, [organizationId]]);
    await signUpWith(mallory, victim);
    await signUpWith(victim);
    expect([await account(), await logIn()]).toEqual([organizationId, organizationId]);
    // Nothing was taken from anybody: the key works where it was put, too, once its holder wants to.
    expect(await whoIs(victim, trap.organizationId)).toMatchObject(trap);
  });

  test.each([
    ['a query', (party: Party) => whoIs(party.key, party.organizationId)],
    [
      'an activity',
      (party: Party) => done(service, party, createWallet, { walletName: party.key.publicKey, accounts: [] }),
    ],
  ])('%s that names the organization proves the key, once and for all', async (_name, prove) => {
    const other = await createSigningKey();
    const made = await signUpWith(victim, other);
    expect(await account()).toBeUndefined();
    await prove({ key: victim, ...made });
    expect(await account()).toBe(made.organizationId);
    expect(await account(other)).toBeUndefined();
    await prove({ key: other, ...made });
    expect([await account(), await account(other), await logIn()]).toEqual(Array(3).fill(made.organizationId));
  });

  test('a stamp that is refused proves nothing', async () => {
    const made = await signUpWith(victim, await createSigningKey());
    const body = envelope({ clock: () => 0 } as never, createWallet, made.organizationId, wallet);
    expect(await codeOf(await sendStamped(service, victim, createWallet, body))).toBe('TIMESTAMP_NOT_LIVE');
    expect(await account()).toBeUndefined();
  });

  test('of several organizations with only this key, a stamp that names the parent chooses the newest, and keeps it', async () => {
    await signUpWith(victim);
    const newest = await signUpWith(victim);
    await signUpWith(victim, await createSigningKey());
    await signUpWith({ ...victim, expirationSeconds: '1' });
    service.clock.advanceMs(1000);
    expect(await account()).toBeUndefined();
    expect(await whoIs(victim, service.organizationId)).toMatchObject(newest);
    expect([await account(), await logIn()]).toEqual([newest.organizationId, newest.organizationId]);
    await signUpWith(victim);
    expect(await logIn()).toBe(newest.organizationId);
  });

  test('a key with an expiry finds an organization without other users only after it has stamped there', async () => {
    const brief = await signUpWith({ ...victim, expirationSeconds: '3600' });
    await expect(logIn()).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    await whoIs(victim, brief.organizationId);
    expect([await account(), await logIn()]).toEqual([brief.organizationId, brief.organizationId]);
  });

  test('a stamp that names the parent never chooses an organization that others could enter, even after they left', async () => {
    const brief = { ...(await createSigningKey()), expirationSeconds: '60' };
    const trap = await signUpWith(brief);
    const filled = { userId: trap.userId, apiKeys: [apiKeyOf(victim)] };
    await done(service, { key: brief, ...trap }, createApiKeys, filled);
    await signUpWith({ ...(await createSigningKey()), expirationSeconds: '1' }, victim);
    service.clock.advanceMs(60_000);
    await expect(logIn()).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    expect(await account()).toBeUndefined();
  });

  test('a login or renewal with another person’s public key gives that person’s key no organization', async () => {
    const contact = `mallory-${victim.publicKey.slice(0, 8)}@example.com`;
    const mallory = await signUp(service, contact);
    const { token, key } = await verifiedToken(service, contact);
    const { publicKey } = victim;
    const message = loginMessage({ tokenId: readVerificationToken(token).id, publicKey });
    const clientSignature = await signClientMessage(key, message);
    await callProxy(service, proxyOtpLogin, { verificationToken: token, publicKey, clientSignature });
    expect([await account(), await listed()]).toEqual([undefined, []]);
    const renewed = await createSigningKey();
    await done(service, mallory, stampLogin, { publicKey: renewed.publicKey });
    expect(await account(renewed)).toBeUndefined();
    await whoIs(renewed, mallory.organizationId);
    expect(await account(renewed)).toBe(mallory.organizationId);
  });

  test('a session key that signed its own login finds its organization at once', async () => {
    const { key, organizationId } = await signUp(service, `ada-${victim.publicKey.slice(0, 8)}@example.com`);
    expect(await account(key)).toBe(organizationId);
  });

  test('keys that the parent’s own users register count at once, and are ambiguous if several organizations have them', async () => {
    const root = await rootOf(service);
    const make = () =>
      done(service, root, createSubOrganization, {
        subOrganizationName: 'Sub-organization',
        rootUsers: [{ userName: 'Backend', apiKeys: [apiKeyOf(victim)] }],
        rootQuorumThreshold: 1,
      });
    const { subOrganizationId: one } = await make();
    expect([await account(), await logIn()]).toEqual([one, one]);
    const { subOrganizationId: other } = await make();
    expect(await listed()).toEqual([one, other].sort());
    const refusal = { code: 'PUBLIC_KEY_AMBIGUOUS', status: 401 };
    await expect(logIn()).rejects.toMatchObject(refusal);
    await expect(whoIs(victim, service.organizationId)).rejects.toMatchObject({
      ...refusal,
      published: 'more than one suborg associated with a public key',
    });
    expect((await whoIs(victim, other)).organizationId).toBe(other);
  });

  test('a login that names the parent is recorded in the sub-organization, and the same bytes go there again', async () => {
    const made = await signUpWith(victim);
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, service.organizationId, { publicKey });
    const send = async () => (await post(service, stampLogin.path, body, await stampOf(victim, body))).json();
    const [first, ...again] = await Promise.all([send(), send(), send()]);
    expect(first.activity).toMatchObject({ organizationId: made.organizationId, status: 'ACTIVITY_STATUS_COMPLETED' });
    for (const { activity } of [...again, await send()]) expect(activity).toEqual(first.activity);
    const logins = { filterByType: [stampLogin.versions.V1.type] };
    const { activities } = await ask<{ activities: unknown[] }>(service, victim, listActivities, {
      organizationId: made.organizationId,
      ...logins,
    });
    expect(activities).toHaveLength(1);
    // Were the key proved in another one meanwhile, a new login would go nowhere; these bytes have gone where they went.
    await whoIs(victim, (await signUpWith(victim, await createSigningKey())).organizationId);
    await expect(logIn()).rejects.toMatchObject({ code: 'PUBLIC_KEY_AMBIGUOUS' });
    expect((await send()).activity.id).toBe(first.activity.id);
  });

  test('concurrent first stamps of a key all find its organization', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await createSigningKey();
      const { organizationId } = await signUpWith(key);
      const stamped = Array.from({ length: 4 }, () => [
        logIn(key),
        whoIs(key, service.organizationId).then((me) => me.organizationId),
        whoIs(key, organizationId).then((me) => me.organizationId),
      ]);
      expect(new Set(await Promise.all(stamped.flat()))).toEqual(new Set([organizationId]));
    }
  });

  test('a parent’s own key belongs to the parent, even if other organizations have it, too', async () => {
    const root = await rootOf(service);
    const { organizationId } = (await makeSubOrganization(service)).users[0];
    await signUpWith(root.key);
    expect(await whoIs(root.key, service.organizationId)).toMatchObject(parent);
    expect(await logIn(root.key)).toBe(service.organizationId);
    expect(await whoIs(root.key, organizationId)).toMatchObject(parent);
  });

  test('no other activity that names the parent is executed in a sub-organization', async () => {
    await whoIs(victim, (await signUpWith(victim)).organizationId);
    const by = { key: victim, ...parent };
    await expect(act(service, by, createWallet, wallet)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    const { userId } = await rootOf(service);
    const answer = ask(service, victim, getUser, { ...parent, userId });
    await expect(answer).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('a deleted key finds no organization, proved or not', async () => {
    const other = await createSigningKey();
    const made = await signUpWith(victim, other);
    const { user } = await ask<{ user: User }>(service, other, getUser, made);
    const apiKeyIds = user.apiKeys
      .filter(({ credential }) => credential.publicKey === victim.publicKey)
      .map(({ apiKeyId }) => apiKeyId);
    await done(service, { key: other, ...made }, deleteApiKeys, { userId: made.userId, apiKeyIds });
    await expect(whoIs(victim, made.organizationId)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
    expect([await account(), await account(other)]).toEqual([undefined, made.organizationId]);
  });
});
