import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { createApiKeys, deleteApiKeys } from '../../../../../src/contract/credentials.js';
import { getApiKey, getApiKeys } from '../../../../../src/contract/credentials.queries.js';
import { updateRootQuorum } from '../../../../../src/contract/organizations.js';
import { listSuborgs, listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import { createPolicy } from '../../../../../src/contract/policies.js';
import { proxyOtpLogin } from '../../../../../src/contract/proxy.js';
import { stampLogin } from '../../../../../src/contract/sessions.js';
import type { ApiKey, User } from '../../../../../src/contract/shapes.js';
import { updateUserEmail, updateUserPhoneNumber } from '../../../../../src/contract/userContacts.js';
import { createUsers, deleteUsers, updateUser, updateUserName } from '../../../../../src/contract/users.js';
import { type GetUserResponse, getUser, listUsers, whoami } from '../../../../../src/contract/users.queries.js';
import { createUserTag } from '../../../../../src/contract/userTags.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, loginRequest, signUp, submit, verifiedToken } from '../../../../support/wire.js';

const none = { apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] };

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    const often = { most: 1000, windowSeconds: 60 };
    await service.configure({ codesPerAddress: often, codesPerContact: often, codesPerContactAndAddress: often });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada, bob = ada] = (await makeSubOrganization(service, { roots: 2 })).users;
  });

  const readUser = async (userId: string, by: Party = ada): Promise<User> =>
    (await ask<{ user: User }>(service, by.key, getUser, { organizationId: by.organizationId, userId })).user;
  const usersOf = async (by: Party = ada): Promise<User[]> =>
    (await ask<{ users: User[] }>(service, by.key, listUsers, { organizationId: by.organizationId })).users;
  const add = async (userName: string, more: object = {}, by: Party = ada): Promise<string> => {
    const { userIds } = await done(service, by, createUsers, { users: [{ userName, ...none, ...more }] });
    return userIds[0] ?? '';
  };
  const member = async (userName = 'Carol', by: Party = ada): Promise<Party> => {
    const key = await createSigningKey();
    return { ...by, key, userId: await add(userName, { apiKeys: [apiKeyOf(key)] }, by) };
  };
  const foundBy = async (contact: string): Promise<string[]> => {
    const root = await rootOf(service);
    const filter = { organizationId: root.organizationId, filterType: 'EMAIL', filterValue: contact };
    return (await ask<{ organizationIds: string[] }>(service, root.key, listVerifiedSuborgs, filter)).organizationIds;
  };
  let counter = 0;
  const unique = (name: string): string => {
    counter += 1;
    return `${name}-${counter}@example.com`;
  };

  describe('create_users', () => {
    test('makes members with keys, tags and claimed contacts, in the order given; list_users shows all, oldest first', async () => {
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
      service.clock.advanceMs(1);
      const parameters = { users: [{ userName: 'Once', ...none }] };
      const first = await submit(service, ada.key, createUsers, ada.organizationId, parameters);
      expect(await submit(service, ada.key, createUsers, ada.organizationId, parameters)).toEqual(first);
      expect((await usersOf()).filter(({ userName }) => userName === 'Once')).toHaveLength(1);
    });

    test('refuses what cannot stand, and then makes none of them', async () => {
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
      const users = Array.from({ length: 98 }, (_, number) => ({ userName: `User ${number}`, ...none }));
      await done(service, ada, createUsers, { users });
      await refusedAs('LIMIT_REACHED', service, ada, createUsers, { users: [{ userName: 'Eve', ...none }] });
      expect(await usersOf()).toHaveLength(100);
    });

    test('A-54: a session with an old login creates no users', async () => {
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
      const userId = await add('Carol');
      await refusedAs('USER_NOT_FOUND', service, ada, updateUser, { userId: absentId });
      await refusedAs('NAME_TAKEN', service, ada, updateUser, { userId, userName: 'Root 0' });
      await refusedAs('NAME_TAKEN', service, ada, updateUserName, { userId, userName: 'Root 0' });
      await refusedAs('TAG_NOT_FOUND', service, ada, updateUser, { userId, userTagIds: [absentId] });
      await refusedAs('CONTACT_INVALID', service, ada, updateUser, { userId, userEmail: 'carol' });
      await done(service, ada, updateUserName, { userId, userName: 'Carol' });
    });

    test('members rename themselves and nobody else, and change nothing by update_user', async () => {
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

  describe('contacts', () => {
    test('are answered with the user as proved or as only set', async () => {
      const { userId, organizationId, key } = await member();
      const proved = async () =>
        (await ask<GetUserResponse>(service, key, getUser, { organizationId, userId })).verifiedContacts;
      const userEmail = unique('dora');
      const { token: verificationToken } = await verifiedToken(service, userEmail);
      await done(service, { organizationId, key }, updateUserEmail, { userId, userEmail, verificationToken });
      await done(service, ada, updateUser, { userId, userPhoneNumber: '+14155550101' });
      expect(await proved()).toEqual(['EMAIL']);
      await done(service, ada, updateUser, { userId, userEmail: unique('set') });
      expect(await proved()).toEqual([]);
    });

    test('with a token of that contact a member’s is verified, found and logged in by; the token ends', async () => {
      const carol = await member();
      const email = unique('carol');
      const { token } = await verifiedToken(service, email);
      const proof = { userId: carol.userId, userEmail: email, verificationToken: token };
      const activity = await act(service, carol, updateUserEmail, proof);
      expect(JSON.stringify(activity)).not.toContain(token);
      expect(await foundBy(email)).toEqual([ada.organizationId]);
      await refusedAs('VERIFICATION_TOKEN_SPENT', service, carol, updateUserEmail, proof);
      const login = await verifiedToken(service, email);
      await callProxy(service, proxyOtpLogin, await loginRequest(login.token, login.key, ada.organizationId));
      const { userId } = await ask<{ userId: string }>(service, login.key, whoami, {
        organizationId: ada.organizationId,
      });
      expect(userId).toBe(carol.userId);
    });

    test('a token of another contact, of none and one that logged in verify nothing', async () => {
      const carol = await member();
      const email = unique('carol');
      const { token: verificationToken } = await verifiedToken(service, unique('other'));
      const request = { userId: carol.userId, userEmail: email };
      await refusedAs('VERIFICATION_TOKEN_INVALID', service, carol, updateUserEmail, { ...request, verificationToken });
      const removed = { ...request, userEmail: '', verificationToken };
      await refusedAs('VERIFICATION_TOKEN_INVALID', service, carol, updateUserEmail, removed);
      const phone = { userId: carol.userId, userPhoneNumber: '+14155550100', verificationToken };
      await refusedAs('VERIFICATION_TOKEN_INVALID', service, carol, updateUserPhoneNumber, phone);
      const used = await signUp(service, email);
      const again = await verifiedToken(service, email);
      await callProxy(service, proxyOtpLogin, await loginRequest(again.token, again.key, used.organizationId));
      const spent = { ...request, verificationToken: again.token };
      await refusedAs('VERIFICATION_TOKEN_SPENT', service, carol, updateUserEmail, spent);
      const late = await verifiedToken(service, unique('late'));
      service.clock.advanceMs(3_600_000);
      const expired = { ...request, verificationToken: late.token };
      await refusedAs('VERIFICATION_TOKEN_EXPIRED', service, carol, updateUserEmail, expired);
      await refusedAs('CONTACT_INVALID', service, ada, updateUserEmail, { ...request, userEmail: 'carol' });
      expect(await readUser(carol.userId)).not.toHaveProperty('userEmail');
    });

    test('a contact that another sub-organization has verified is not taken', async () => {
      const email = unique('dan');
      await signUp(service, email);
      const carol = await member();
      const { token: verificationToken } = await verifiedToken(service, email);
      const request = { userId: carol.userId, userEmail: email, verificationToken };
      await refusedAs('CREDENTIAL_CONFLICT', service, carol, updateUserEmail, request);
      expect(await foundBy(email)).toHaveLength(1);
    });

    test('without a token it requires the root quorum, which verifies it in a parent only', async () => {
      const carol = await member();
      const email = unique('carol');
      await refusedAs('NOT_AUTHORIZED', service, carol, updateUserEmail, { userId: carol.userId, userEmail: email });
      await refusedAs('USER_NOT_FOUND', service, ada, updateUserEmail, { userId: absentId, userEmail: email });
      await done(service, ada, updateUserEmail, { userId: carol.userId, userEmail: email });
      expect((await readUser(carol.userId)).userEmail).toBe(email);
      expect(await foundBy(email)).toEqual([]);
      const root = await rootOf(service);
      const clerk = await add(unique('Clerk'), {}, root);
      await done(service, root, updateUserPhoneNumber, { userId: clerk, userPhoneNumber: '+14155550199' });
      const flags = await service.service.tools.store.db
        .selectFrom('users')
        .select(['user_id', 'email_verified', 'phone_verified'])
        .where('user_id', 'in', [carol.userId, clerk])
        .execute();
      expect(new Map(flags.map((row) => [row.user_id, [row.email_verified, row.phone_verified]]))).toEqual(
        new Map([
          [carol.userId, [0, 0]],
          [clerk, [0, 1]],
        ]),
      );
    });

    test('A-67: the word of one root member below the quorum verifies nothing, whatever a policy allows; that of the quorum does', async () => {
      const root = await makeOtherParent(service);
      const [second, nora] = [
        await makeMember(service, root.organizationId, null, 'Second'),
        await makeMember(service, root.organizationId, null, 'Nora'),
      ];
      const consensus = `approvers.any(user, user.id == '${root.userId}')`;
      await done(service, root, createPolicy, { policyName: 'Contacts', effect: 'EFFECT_ALLOW', consensus });
      await done(service, root, updateRootQuorum, { threshold: 2, userIds: [root.userId, second.userId] });
      const contact = async () => {
        const { userEmail } = await readUser(nora.userId, nora);
        const { db } = service.service.tools.store;
        const users = db.selectFrom('users').select('email_verified').where('user_id', '=', nora.userId);
        return [userEmail, (await users.executeTakeFirstOrThrow()).email_verified];
      };
      const [alone, together] = [unique('alone'), unique('together')];
      await done(service, root, updateUserEmail, { userId: nora.userId, userEmail: alone });
      expect(await contact()).toEqual([alone, 0]);
      const request = { userId: nora.userId, userEmail: together };
      const { fingerprint } = await act(service, second, updateUserEmail, request);
      await done(service, root, approveActivity, { fingerprint });
      expect(await contact()).toEqual([together, 1]);
    });

    test('a verified contact that goes, or gives way to a claimed one, leads nowhere; the last way in stays', async () => {
      const email = unique('eve');
      const eve = await signUp(service, email);
      const gone = { userId: eve.userId, userEmail: '' };
      await refusedAs('LAST_CREDENTIAL', service, eve, updateUserEmail, gone);
      await refusedAs('LAST_CREDENTIAL', service, eve, updateUser, { userId: eve.userId, userEmail: unique('new') });
      expect(await foundBy(email)).toEqual([eve.organizationId]);
      // The same again changes nothing.
      await done(service, eve, updateUser, { userId: eve.userId, userEmail: email });
      expect(await foundBy(email)).toEqual([eve.organizationId]);
      await done(service, eve, createApiKeys, { userId: eve.userId, apiKeys: [apiKeyOf(await createSigningKey())] });
      await done(service, eve, updateUserEmail, gone);
      expect(await foundBy(email)).toEqual([]);
    });
  });

  describe('delete_users', () => {
    test('deletes them with their credentials and contacts; their next stamp fails', async () => {
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
