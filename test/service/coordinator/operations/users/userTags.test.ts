import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivities } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { proxySignup } from '../../../../../src/contract/proxy.js';
import { proxySignupV2 } from '../../../../../src/contract/proxyV2.js';
import type { Tag, User } from '../../../../../src/contract/shapes.js';
import { deleteUsers } from '../../../../../src/contract/users.js';
import { listUsers, listUserTags } from '../../../../../src/contract/users.queries.js';
import { createUserTag, deleteUserTags, updateUserTag } from '../../../../../src/contract/userTags.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  type Party,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, callProxy, submit } from '../../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  let bob: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open(), config: { allowedAuthMethods: ['email', 'wallet'] } });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    [ada, bob = ada] = (await makeSubOrganization(service, { roots: 2 })).users;
  });

  const tags = async (by: Party = ada): Promise<Tag[]> =>
    (await ask<{ userTags: Tag[] }>(service, by.key, listUserTags, { organizationId: by.organizationId })).userTags;
  const holdersOf = async (tagId: string): Promise<string[]> => {
    const request = { organizationId: ada.organizationId };
    const { users } = await ask<{ users: User[] }>(service, ada.key, listUsers, request);
    return users.flatMap(({ userId, userTags }) => (userTags.includes(tagId) ? [userId] : [])).sort();
  };
  const make = async (userTagName: string, userIds: string[] = [], by: Party = ada): Promise<string> =>
    (await done(service, by, createUserTag, { userTagName, userIds })).userTagId;

  test('a tag is created, given, renamed, taken and deleted, which returns its users', async () => {
    const userTagId = await make('Team', [ada.userId]);
    expect(await tags()).toMatchObject([{ tagId: userTagId, tagName: 'Team', tagType: 'TAG_TYPE_USER' }]);
    expect(await holdersOf(userTagId)).toEqual([ada.userId]);
    const given = { addUserIds: [ada.userId, bob.userId], removeUserIds: [ada.userId] };
    await done(service, ada, updateUserTag, { userTagId, newUserTagName: 'Crew', ...given });
    expect(await holdersOf(userTagId)).toEqual([bob.userId]);
    expect(await tags()).toMatchObject([{ tagName: 'Crew' }]);
    const other = await make('Other', [bob.userId]);
    const deleted = await done(service, ada, deleteUserTags, { userTagIds: [userTagId] });
    expect(deleted).toEqual({ userTagIds: [userTagId], userIds: [bob.userId] });
    expect(await holdersOf(other)).toEqual([bob.userId]);
    expect(await tags()).toMatchObject([{ tagId: other }]);
  });

  test('a vote shows the tags that its voter has then', async () => {
    const userTagId = await make('Team', [ada.userId]);
    const voted: Activity = await act(service, ada, createWallet, { walletName: 'Wallet', accounts: [] });
    expect(voted.votes.map(({ user }) => user?.userTags)).toEqual([[userTagId]]);
  });

  test('the same bytes make one tag', async () => {
    service.clock.advanceMs(1);
    const parameters = { userTagName: 'Once', userIds: [] };
    const first = await submit(service, ada.key, createUserTag, ada.organizationId, parameters);
    expect(await submit(service, ada.key, createUserTag, ada.organizationId, parameters)).toEqual(first);
    expect(await tags()).toHaveLength(1);
  });

  test('refuses names that are taken, tags and users that are not there, and changes nothing then', async () => {
    const one = await make('One');
    const two = await make('Two');
    const lists = { addUserIds: [], removeUserIds: [] };
    await refusedAs('NAME_TAKEN', service, ada, createUserTag, { userTagName: 'One', userIds: [] });
    await refusedAs('USER_NOT_FOUND', service, ada, createUserTag, { userTagName: 'Three', userIds: [absentId] });
    await refusedAs('NAME_TAKEN', service, ada, updateUserTag, { userTagId: two, newUserTagName: 'One', ...lists });
    await refusedAs('TAG_NOT_FOUND', service, ada, updateUserTag, { userTagId: absentId, ...lists });
    const nobody = { userTagId: one, addUserIds: [ada.userId], removeUserIds: [absentId] };
    await refusedAs('USER_NOT_FOUND', service, ada, updateUserTag, nobody);
    await refusedAs('TAG_NOT_FOUND', service, ada, deleteUserTags, { userTagIds: [one, absentId] });
    expect((await tags()).map(({ tagName }) => tagName)).toEqual(['One', 'Two']);
    expect(await holdersOf(one)).toEqual([]);
    await done(service, ada, updateUserTag, { userTagId: one, newUserTagName: 'One', ...lists });
  });

  test('a sub-organization has ten tags at most, a parent more', async () => {
    for (let number = 0; number < 10; number += 1) await make(`Tag ${number}`);
    await refusedAs('LIMIT_REACHED', service, ada, createUserTag, { userTagName: 'Eleven', userIds: [] });
    const root = await rootOf(service);
    for (let number = 0; number < 11; number += 1) await make(`Tag ${number}`, [], root);
    expect(await tags(root)).toHaveLength(11);
  });

  test.each([proxySignup, proxySignupV2])(
    'the userTag of $name is a tag of the new organization, its user has it, and the intent is the published one',
    async (row) => {
      const key = await createSigningKey();
      const lists = { apiKeys: [apiKeyOf(key)], authenticators: [], oauthProviders: [] };
      const made = await callProxy<{ organizationId: string; userId: string }>(service, row, {
        userTag: 'Beta',
        ...lists,
      });
      const eve = { ...made, key };
      const [tag] = await tags(eve);
      expect(tag?.tagName).toBe('Beta');
      const request = { organizationId: made.organizationId };
      const { users } = await ask<{ users: User[] }>(service, key, listUsers, request);
      expect(users.map(({ userTags }) => userTags)).toEqual([[tag?.tagId]]);
      const root = await rootOf(service);
      const filter = { organizationId: root.organizationId, filterByStatus: ['ACTIVITY_STATUS_COMPLETED'] };
      const { activities } = await ask<{ activities: Activity[] }>(service, root.key, listActivities, filter);
      const signups = activities.filter(({ result }) => JSON.stringify(result).includes(made.organizationId));
      expect(signups).toHaveLength(1);
      expect(JSON.stringify(signups)).not.toContain('Beta');
    },
  );

  test('no intent of the wire has a member for the tag of a sign-up', async () => {
    const rootUsers = [{ userName: 'Root', userTag: 'Beta' }];
    const sent = { subOrganizationName: 'Eve', rootUsers, rootQuorumThreshold: 1 };
    await refusedAs('REQUEST_INVALID', service, await rootOf(service), createSubOrganization, sent);
  });

  test('a deleted user has no tag any more', async () => {
    const userTagId = await make('Team', [bob.userId]);
    await done(service, ada, deleteUsers, { userIds: [bob.userId] });
    expect(await holdersOf(userTagId)).toEqual([]);
    expect(await done(service, ada, deleteUserTags, { userTagIds: [userTagId] })).toMatchObject({ userIds: [] });
  });
});
