import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSubOrganization } from '../../../../../src/contract/organizations.js';
import { listSuborgs, listVerifiedSuborgs } from '../../../../../src/contract/organizations.queries.js';
import type { QueryRow } from '../../../../../src/contract/row.js';
import type { User } from '../../../../../src/contract/shapes.js';
import { getUser, whoami } from '../../../../../src/contract/users.queries.js';
import { createSigningKey } from '../../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { contentsOf } from '../../../../support/contents.js';
import { apiKeyOf, done, makeSubOrganization, type Party, refusedAs, rootOf } from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, signUp, submit, wallet } from '../../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  const request = async (changes: object = {}, user: object = {}) => ({
    subOrganizationName: 'Sub',
    rootUsers: [{ userName: 'Ada', apiKeys: [apiKeyOf(await createSigningKey())], ...user }],
    rootQuorumThreshold: 1,
    ...changes,
  });
  const found = async (row: QueryRow, filter: object) => {
    const { organizationId } = root;
    return (await ask<{ organizationIds: string[] }>(service, root.key, row, { organizationId, ...filter }))
      .organizationIds;
  };

  test('a sub-organization is made with its users, their keys and a wallet', async () => {
    const [ada, bob] = [await createSigningKey(), await createSigningKey()];
    const made = await done(service, root, createSubOrganization, {
      subOrganizationName: 'Two',
      rootUsers: [
        { userName: 'Ada', userEmail: 'Ada@Example.com', apiKeys: [apiKeyOf(ada)] },
        { userName: 'Bob', userPhoneNumber: '+15550100', apiKeys: [apiKeyOf(bob)] },
      ],
      rootQuorumThreshold: 2,
      wallet: wallet as never,
    });
    const organizationId = made.subOrganizationId;
    expect(made.wallet?.addresses).toHaveLength(2);
    const [adaId = '', bobId] = made.rootUserIds ?? [];
    const me = await ask(service, bob, whoami, { organizationId });
    expect(me).toEqual({ organizationId, organizationName: 'Two', userId: bobId, username: 'Bob' });
    const { user } = await ask<{ user: User }>(service, ada, getUser, { organizationId, userId: adaId });
    expect(user).toMatchObject({ userName: 'Ada', userEmail: 'ada@example.com', mfaPolicies: [], authenticators: [] });
  });

  test('the older version of the activity is taken too, and answers in its own words', async () => {
    service.clock.advanceMs(1);
    const row = { ...createSubOrganization, newest: 'V7' as const };
    const activity = await submit(service, root.key, row, root.organizationId, await request());
    expect(activity.type).toBe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7');
    expect(Object.keys(activity.intent)).toEqual(['createSubOrganizationIntentV7']);
    expect(Object.keys(activity.result)).toEqual(['createSubOrganizationResultV7']);
  });

  test.each([
    ['QUORUM_INVALID', { rootQuorumThreshold: 2 }, {}],
    ['REQUEST_INVALID', { rootQuorumThreshold: 0 }, {}],
    ['REQUEST_INVALID', { rootUsers: [] }, {}],
    ['REQUEST_INVALID', { subOrganizationName: 'a\u202eb' }, {}],
    ['NAME_TAKEN', { rootUsers: [{ userName: 'Ada' }, { userName: 'Ada' }] }, {}],
    ['CONTACT_INVALID', {}, { userEmail: 'ada@example.com,eve@example.com' }],
    ['CONTACT_INVALID', {}, { userPhoneNumber: '555-0100' }],
    ['PUBLIC_KEY_INVALID', {}, { apiKeys: [apiKeyOf({ publicKey: `02${'ff'.repeat(32)}` })] }],
    ['OIDC_TOKEN_MALFORMED', {}, { oauthProviders: [{ providerName: 'Google', oidcToken: 'x' }] }],
    ['VERIFICATION_TOKEN_INVALID', { verificationToken: 'x.y.z' }, {}],
    ['PATH_MALFORMED', { wallet: { ...wallet, accounts: [{ ...wallet.accounts[0], path: 'x' }] } }, {}],
  ] as const)('%s: %j %j, and nothing is made', async (code, changes, user) => {
    const { activities: _, votes: __, ...before } = await contentsOf(service.service.tools.store);
    await refusedAs(code, service, root, createSubOrganization, await request(changes, user));
    expect(await contentsOf(service.service.tools.store)).toMatchObject(before);
  });

  test('a sub-organization has none of its own', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    await refusedAs('SUB_ORGANIZATION_NESTED', service, ada, createSubOrganization, await request());
  });

  test('sub-organizations are found by name, user, contact and key, and by no other filter', async () => {
    const key = await createSigningKey();
    const { subOrganizationId } = await done(service, root, createSubOrganization, {
      subOrganizationName: 'Findable',
      rootUsers: [
        { userName: 'Grace', userEmail: 'grace@example.com', userPhoneNumber: '+15550199', apiKeys: [apiKeyOf(key)] },
      ],
      rootQuorumThreshold: 1,
    });
    for (const [filterType, filterValue] of [
      ['NAME', 'Findable'],
      ['USERNAME', 'Grace'],
      ['EMAIL', ' GRACE@example.com '],
      ['PHONE_NUMBER', '+15550199'],
      ['PUBLIC_KEY', key.publicKey.toUpperCase()],
    ]) {
      expect(await found(listSuborgs, { filterType, filterValue }), filterType).toEqual([subOrganizationId]);
    }
    expect(await found(listSuborgs, { filterType: 'CREDENTIAL_ID', filterValue: 'abc' })).toEqual([]);
    expect(await found(listSuborgs, { filterType: 'NAME', filterValue: 'findable' })).toEqual([]);
    await expect(found(listSuborgs, { filterType: 'FAVOURITE_COLOUR', filterValue: 'red' })).rejects.toMatchObject({
      code: 'FILTER_NOT_SUPPORTED',
    });
    await expect(found(listSuborgs, { filterType: 'NAME' })).rejects.toMatchObject({ code: 'FILTER_NOT_SUPPORTED' });
  });

  test('a contact that is only claimed is found by the parent, and is not a verified one', async () => {
    const email = { filterType: 'EMAIL', filterValue: 'hopper@example.com' };
    await done(service, root, createSubOrganization, (await request({}, { userEmail: 'hopper@example.com' })) as never);
    expect(await found(listSuborgs, email)).toHaveLength(1);
    expect(await found(listVerifiedSuborgs, email)).toEqual([]);
    const { organizationId } = await signUp(service, 'hopper@example.com');
    expect(await found(listVerifiedSuborgs, email)).toEqual([organizationId]);
    expect(await found(listSuborgs, email)).toHaveLength(2);
    for (const filterType of ['NAME', 'PUBLIC_KEY', undefined]) {
      await expect(found(listVerifiedSuborgs, { ...email, filterType })).rejects.toMatchObject({
        code: 'FILTER_NOT_SUPPORTED',
      });
    }
  });

  test('the list has pages, and holds no organization of another parent', async () => {
    const all = await found(listSuborgs, { paginationOptions: { limit: '100' } });
    expect(all.length).toBeGreaterThan(4);
    expect(all).toEqual([...all].sort());
    const page = (paginationOptions: object) => found(listSuborgs, { paginationOptions });
    expect(await page({ limit: '2' })).toEqual(all.slice(0, 2));
    expect(await page({ limit: '2', after: all[1] })).toEqual(all.slice(2, 4));
    expect(await page({ limit: '2', before: all[3] })).toEqual(all.slice(1, 3));
    expect(all).not.toContain(root.organizationId);
  });
});
