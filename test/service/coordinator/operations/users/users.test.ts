import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { getApiKey, getApiKeys } from '../../../../../src/contract/credentials.queries.js';
import { listSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import type { ApiKey } from '../../../../../src/contract/shapes.js';
import { updateUserEmail } from '../../../../../src/contract/userContacts.js';
import { createUsers, deleteUsers, updateUser, updateUserName } from '../../../../../src/contract/users.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createUserTag } from '../../../../../src/contract/userTags.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import type { TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, submit, verifiedToken } from '../../../../support/wire.js';
import { makeRootUsers, none, openUsersService, type RootUsers, unique } from './rootUsers.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let people: RootUsers;
  beforeAll(async () => {
    service = await openUsersService(await open());
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    people = await makeRootUsers(service);
  });

  describe('create_users', () => {
    test('A-65: one request adds at most 100 credentials, since others wait while they are written down', async () => {
      const { ada } = people;
      const keys = await Promise.all(Array.from({ length: 101 }, () => createSigningKey()));
      const lists = Array.from({ length: 10 }, (_, at) => keys.slice(10 * at, 10 * at + 10));
      const users = lists.map((each) => ({
        ...none,
        userName: unique('Many'),
        apiKeys: each.map((key) => apiKeyOf(key)),
      }));
      const one = { ...none, userName: unique('One'), apiKeys: keys.slice(100).map((key) => apiKeyOf(key)) };
      await refusedAs('REQUEST_INVALID', service, ada, createUsers, { users: [...users, one] });
      expect((await done(service, ada, createUsers, { users })).userIds).toHaveLength(10);
    });

    test('makes members with keys, tags and claimed contacts, in the order given; list_users shows all, oldest first', async () => {
      const { ada, foundBy, readUser, usersOf } = people;
      const { userTagId } = await done(service, ada, createUserTag, { userTagName: 'Team', userIds: [] });
      const key = await createSigningKey();
      const email = unique('carol');
      const carol = { userName: 'Carol', userEmail: email.toUpperCase(), ...none, apiKeys: [apiKeyOf(key)] };
      const users = [
        { ...carol, userTags: [userTagId] },
        { userName: 'Dan', userEmail: '', ...none },
      ];
      const { userIds } = await done(service, ada, createUsers, { users });
      const shown = await usersOf();
      expect(
        shown
          .slice(-2)
          .map(({ userId }) => userId)
          .sort(),
      ).toEqual([...userIds].sort());
      expect(await readUser(userIds[0] ?? '')).toMatchObject({
        userName: 'Carol',
        userEmail: email,
        userTags: [userTagId],
      });
      expect(await readUser(userIds[1] ?? '')).not.toHaveProperty('userEmail');
      expect(await foundBy(email)).toEqual([]);
      const me = await ask<{ userId: string }>(service, key, whoami, { organizationId: ada.organizationId });
      expect(me.userId).toBe(userIds[0]);
      await refusedAs('NOT_AUTHORIZED', service, { ...ada, key }, createWallet, { walletName: 'W', accounts: [] });
    });

    test('the same bytes make them once', async () => {
      const { ada, usersOf } = people;
      service.clock.advanceMs(1);
      const parameters = { users: [{ userName: 'Once', ...none }] };
      const first = await submit(service, ada.key, createUsers, ada.organizationId, parameters);
      expect(await submit(service, ada.key, createUsers, ada.organizationId, parameters)).toEqual(first);
      expect((await usersOf()).filter(({ userName }) => userName === 'Once')).toHaveLength(1);
    });

    test('refuses what cannot stand, and then makes none of them', async () => {
      const { ada, usersOf } = people;
      const before = await usersOf();
      const refuse = (code: Parameters<typeof refusedAs>[0], ...users: object[]) =>
        refusedAs(code, service, ada, createUsers, { users: [{ userName: 'Fine', ...none }, ...users] });
      const key = apiKeyOf(await createSigningKey());
      await refuse('NAME_TAKEN', { userName: 'Fine', ...none });
      await refuse('NAME_TAKEN', { userName: before[0]?.userName, ...none });
      await refuse('CONTACT_INVALID', { userName: 'Eve', userEmail: 'eve', ...none });
      await refuse('TAG_NOT_FOUND', { userName: 'Eve', ...none, userTags: [absentId] });
      await refuse('CREDENTIAL_CONFLICT', { userName: 'Eve', ...none, apiKeys: [key, key] });
      await refuse('PUBLIC_KEY_INVALID', {
        userName: 'Eve',
        ...none,
        apiKeys: [{ ...key, publicKey: `02${'f'.repeat(64)}` }],
      });
      const many = await Promise.all(Array.from({ length: 11 }, async () => apiKeyOf(await createSigningKey())));
      await refuse('TOO_MANY_API_KEYS', { userName: 'Eve', ...none, apiKeys: many });
      const passkey = {
        challenge: 'a',
        attestation: { credentialId: 'a', clientDataJson: 'a', attestationObject: 'a', transports: [] },
      };
      const authenticators = [{ authenticatorName: 'Phone', ...passkey }];
      await refuse('PASSKEY_INVALID', { userName: 'Eve', ...none, authenticators });
      await refuse('OIDC_TOKEN_MALFORMED', {
        userName: 'Eve',
        ...none,
        oauthProviders: [{ providerName: 'Google', oidcToken: 'a.b.c' }],
      });
      expect(await usersOf()).toEqual(before);
    });

    test('an organization has a hundred users at most', async () => {
      const { ada, usersOf } = people;
      const users = Array.from({ length: 98 }, (_, number) => ({ userName: `User ${number}`, ...none }));
      await done(service, ada, createUsers, { users });
      await refusedAs('LIMIT_REACHED', service, ada, createUsers, { users: [{ userName: 'Eve', ...none }] });
      expect(await usersOf()).toHaveLength(100);
    });

    test('A-54: a session with an old login creates no users', async () => {
      const { ada, bob } = people;
      const key = await createSigningKey();
      await done(service, ada, stampLogin, { publicKey: key.publicKey, expirationSeconds: '86400' });
      service.clock.advanceMs(601_000);
      const old = { ...ada, key };
      await refusedAs('FRESH_LOGIN_REQUIRED', service, old, createUsers, { users: [{ userName: 'Eve', ...none }] });
      await refusedAs('FRESH_LOGIN_REQUIRED', service, old, updateUserName, { userId: bob.userId, userName: 'Eve' });
      await done(service, old, updateUserName, { userId: ada.userId, userName: 'Ada again' });
    });
  });

  describe('update_user and update_user_name', () => {
    test('change what is given, and nothing else', async () => {
      const { add, ada, readUser } = people;
      const { userTagId } = await done(service, ada, createUserTag, { userTagName: 'Team', userIds: [] });
      const email = unique('carol');
      const userId = await add('Carol', { userEmail: email, userTags: [userTagId] });
      await done(service, ada, updateUser, { userId, userPhoneNumber: '+14155550100' });
      const contacts = { userEmail: email, userPhoneNumber: '+14155550100' };
      expect(await readUser(userId)).toMatchObject({ userName: 'Carol', ...contacts, userTags: [userTagId] });
      await done(service, ada, updateUser, { userId, userName: 'Caroline', userEmail: '', userTagIds: [] });
      const changed = await readUser(userId);
      expect(changed).toMatchObject({ userName: 'Caroline', userPhoneNumber: '+14155550100', userTags: [] });
      expect(changed).not.toHaveProperty('userEmail');
    });

    test('refuse what cannot stand', async () => {
      const { add, ada } = people;
      const userId = await add('Carol');
      await refusedAs('USER_NOT_FOUND', service, ada, updateUser, { userId: absentId });
      await refusedAs('NAME_TAKEN', service, ada, updateUser, { userId, userName: 'Root 0' });
      await refusedAs('NAME_TAKEN', service, ada, updateUserName, { userId, userName: 'Root 0' });
      await refusedAs('TAG_NOT_FOUND', service, ada, updateUser, { userId, userTagIds: [absentId] });
      await refusedAs('CONTACT_INVALID', service, ada, updateUser, { userId, userEmail: 'carol' });
      await done(service, ada, updateUserName, { userId, userName: 'Carol' });
    });

    test('members rename themselves and nobody else, and change nothing by update_user', async () => {
      const { ada, member, readUser } = people;
      const carol = await member();
      await done(service, carol, updateUserName, { userId: carol.userId, userName: 'Caroline' });
      expect((await readUser(carol.userId)).userName).toBe('Caroline');
      await refusedAs('NOT_AUTHORIZED', service, carol, updateUserName, { userId: ada.userId, userName: 'Eve' });
      await refusedAs('NOT_AUTHORIZED', service, carol, updateUser, { userId: carol.userId, userTagIds: [] });
    });

    test('the auth proxy’s own user is not renamed, moved or deleted, and loses no key', async () => {
      const proxy = await proxyOf(service);
      const root = await rootOf(service);
      const { userId } = proxy;
      await refusedAs('NOT_AUTHORIZED', service, root, updateUserName, { userId, userName: 'Eve' });
      await refusedAs('NOT_AUTHORIZED', service, root, updateUserEmail, { userId, userEmail: 'eve@example.com' });
      await refusedAs('NOT_AUTHORIZED', service, root, deleteUsers, { userIds: [userId] });
      await refusedAs('NOT_AUTHORIZED', service, root, createUserTag, { userTagName: 'Proxy', userIds: [userId] });
      const { organizationId } = root;
      const { apiKeys } = await ask<{ apiKeys: ApiKey[] }>(service, root.key, getApiKeys, { organizationId, userId });
      const apiKeyIds = apiKeys.map(({ apiKeyId }) => apiKeyId);
      expect(apiKeyIds).not.toEqual([]);
      await refusedAs('NOT_AUTHORIZED', service, root, deleteApiKeys, { userId, apiKeyIds });
    });
  });

  describe('delete_users', () => {
    test('deletes them with their credentials and contacts; their next stamp fails', async () => {
      const { ada, foundBy, member, usersOf } = people;
      const carol = await member();
      const email = unique('carol');
      const { token: verificationToken } = await verifiedToken(service, email);
      await done(service, carol, updateUserEmail, { userId: carol.userId, userEmail: email, verificationToken });
      const deleted = await done(service, ada, deleteUsers, { userIds: [carol.userId, carol.userId] });
      expect(deleted).toEqual({ userIds: [carol.userId] });
      expect((await usersOf()).map(({ userId }) => userId)).not.toContain(carol.userId);
      await expect(ask(service, carol.key, whoami, { organizationId: ada.organizationId })).rejects.toMatchObject({
        code: 'PUBLIC_KEY_NOT_FOUND',
      });
      expect(await foundBy(email)).toEqual([]);
      const root = await rootOf(service);
      const filter = {
        organizationId: root.organizationId,
        filterType: 'PUBLIC_KEY',
        filterValue: carol.key.publicKey,
      };
      expect(await ask(service, root.key, listSuborgs, filter)).toEqual({ organizationIds: [] });
    });

    test('all or none, and never below the root quorum', async () => {
      const { ada, bob, member, usersOf } = people;
      const carol = await member();
      await refusedAs('USER_NOT_FOUND', service, ada, deleteUsers, { userIds: [carol.userId, absentId] });
      await refusedAs('LAST_CREDENTIAL', service, ada, deleteUsers, { userIds: [ada.userId, bob.userId] });
      await refusedAs('NOT_AUTHORIZED', service, carol, deleteUsers, { userIds: [carol.userId] });
      expect(await usersOf()).toHaveLength(3);
      await done(service, ada, deleteUsers, { userIds: [bob.userId] });
      await refusedAs('LAST_CREDENTIAL', service, ada, deleteUsers, { userIds: [ada.userId] });
      expect((await usersOf()).map(({ userId }) => userId).sort()).toEqual([ada.userId, carol.userId].sort());
    });

    test('their waiting activities fail, and their votes on pending ones no longer count', async () => {
      const { users } = await makeSubOrganization(service, { roots: 4, threshold: 3 });
      const [one, two, three, four] = users as [Party, Party, Party, Party];
      const read = async ({ id }: Activity) =>
        (
          await ask<{ activity: Activity }>(service, one.key, getActivity, {
            organizationId: one.organizationId,
            activityId: id,
          })
        ).activity;
      const theirs = await act(service, four, createWallet, { walletName: 'Theirs', accounts: [] });
      const ours = await act(service, one, createWallet, { walletName: 'Ours', accounts: [] });
      await act(service, four, approveActivity, { fingerprint: ours.fingerprint });
      const deletion = await act(service, one, deleteUsers, { userIds: [four.userId] });
      await act(service, two, approveActivity, { fingerprint: deletion.fingerprint });
      await act(service, three, approveActivity, { fingerprint: deletion.fingerprint });
      expect((await read(deletion)).status).toBe('ACTIVITY_STATUS_COMPLETED');
      expect((await read(theirs)).status).toBe('ACTIVITY_STATUS_FAILED');
      expect((await read(ours)).votes.map(({ userId }) => userId)).toEqual([one.userId]);
      await act(service, two, approveActivity, { fingerprint: ours.fingerprint });
      expect((await read(ours)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await act(service, three, approveActivity, { fingerprint: ours.fingerprint });
      expect((await read(ours)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });
  });

  test('get_api_key and get_api_keys return the keys of one user or of all, and no others', async () => {
    const { ada, member } = people;
    const carol = await member();
    const keys = async (more: object) =>
      (await ask<{ apiKeys: ApiKey[] }>(service, ada.key, getApiKeys, { organizationId: ada.organizationId, ...more }))
        .apiKeys;
    const [own] = await keys({ userId: carol.userId });
    expect(own?.credential.publicKey).toBe(carol.key.publicKey);
    expect(await keys({})).toHaveLength(3);
    const one = { organizationId: ada.organizationId, apiKeyId: own?.apiKeyId };
    expect(await ask(service, ada.key, getApiKey, one)).toEqual({ apiKey: own });
    await done(service, carol, deleteApiKeys, { userId: carol.userId, apiKeyIds: [own?.apiKeyId ?? ''] });
    await expect(ask(service, ada.key, getApiKey, one)).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' });
    await expect(keys({ userId: absentId })).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});
