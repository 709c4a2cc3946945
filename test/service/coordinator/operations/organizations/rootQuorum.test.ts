import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../../src/contract/activities.js';
import { getActivity } from '../../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../../src/contract/activities.records.js';
import { updateOrganizationName, updateRootQuorum } from '../../../../../src/contract/organizations.js';
import { getOrganizationConfigs } from '../../../../../src/contract/organizations.queries.js';
import { whoami } from '../../../../../src/contract/users.queries.js';
import { createWallet } from '../../../../../src/contract/wallets.js';
import { makeParent } from '../../../../../src/service/makeParent.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
} from '../../../../support/parties.js';
import { databases } from '../../../../support/stores.js';
import { ask, signUp } from '../../../../support/wire.js';

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
  });
  afterAll(() => service.close());

  type Configs = { configs: { quorum: { threshold: number; userIds: string[] } } };
  const quorumOf = async (by: Party) =>
    (await ask<Configs>(service, by.key, getOrganizationConfigs, { organizationId: by.organizationId })).configs.quorum;
  const wallet = (walletName: string) => ({ walletName, accounts: [] });

  test('a member becomes a root user, and who was one stops to be', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const bob = await makeMember(service, ada.organizationId, root.organizationId);
    await refusedAs('NOT_AUTHORIZED', service, bob, updateRootQuorum, { threshold: 1, userIds: [bob.userId] });
    expect(await done(service, ada, updateRootQuorum, { threshold: 1, userIds: [bob.userId] })).toEqual({});
    expect(await quorumOf(ada)).toEqual({ threshold: 1, userIds: [bob.userId] });
    await refusedAs('NOT_AUTHORIZED', service, ada, createWallet, wallet('Hers'));
    await done(service, bob, createWallet, wallet('His'));
  });

  test('two must approve from then on, what waited as well as what comes', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2 });
    const [ada, bob] = users as [Party, Party];
    await done(service, ada, updateRootQuorum, { threshold: 2, userIds: [ada.userId, bob.userId, ada.userId] });
    const waiting = await act(service, ada, createWallet, wallet('Ours'));
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    const change = await act(service, bob, updateRootQuorum, { threshold: 1, userIds: [bob.userId] });
    expect(change.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, ada, approveActivity, { fingerprint: change.fingerprint });
    expect(await quorumOf(bob)).toEqual({ threshold: 1, userIds: [bob.userId] });
    // Ada's approval counts no more, and Bob's alone is enough now.
    await done(service, bob, approveActivity, { fingerprint: waiting.fingerprint });
    const { organizationId } = bob;
    const request = { organizationId, activityId: waiting.id };
    const { activity } = await ask<{ activity: Activity }>(service, bob.key, getActivity, request);
    expect(activity.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('the threshold is between one and the number of users named, all of whom are there', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const before = await quorumOf(ada);
    const refused = (code: Parameters<typeof refusedAs>[0], threshold: number, userIds: string[]) =>
      refusedAs(code, service, ada, updateRootQuorum, { threshold, userIds });
    await refused('REQUEST_INVALID', 0, [ada.userId]);
    await refused('REQUEST_INVALID', 1, []);
    await refused('QUORUM_INVALID', 2, [ada.userId]);
    await refused('QUORUM_INVALID', 2, [ada.userId, ada.userId]);
    await refused('USER_NOT_FOUND', 1, [ada.userId, absentId]);
    await refused('USER_NOT_FOUND', 1, [root.userId]);
    expect(await quorumOf(ada)).toEqual(before);
  });

  test("the auth proxy's user never becomes a root user", async () => {
    const proxy = await proxyOf(service);
    const userIds = [root.userId, proxy.userId];
    await refusedAs('QUORUM_INVALID', service, root, updateRootQuorum, { threshold: 1, userIds });
  });

  test('a quorum keeps as many users with a lasting way in as must approve', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const brief = await makeMember(service, organizationId, root.organizationId, 'Brief');
    await service.service.tools.store.db
      .updateTable('credentials')
      .set({ expiration_seconds: 60, expires_at_ms: service.clock() + 60_000 })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', brief.userId)
      .execute();
    const refused = (threshold: number, userIds: string[]) =>
      refusedAs('LAST_CREDENTIAL', service, ada, updateRootQuorum, { threshold, userIds });
    await refused(1, [brief.userId]);
    await refused(2, [ada.userId, brief.userId]);
    await done(service, ada, updateRootQuorum, { threshold: 1, userIds: [ada.userId, brief.userId] });
    await newKey(service, ada, brief.userId);
    await done(service, ada, updateRootQuorum, { threshold: 2, userIds: [ada.userId, brief.userId] });
  });

  test('a person who logs in by codes alone is a quorum', async () => {
    const person = await signUp(service, 'quorum@example.com');
    await done(service, person, updateRootQuorum, { threshold: 1, userIds: [person.userId] });
  });

  test('an organization gets another name, which its users see', async () => {
    const [ada] = (await makeSubOrganization(service)).users;
    const { organizationId } = ada;
    const renamed = await done(service, ada, updateOrganizationName, { organizationName: 'Ada & Co' });
    expect(renamed).toEqual({ organizationId, organizationName: 'Ada & Co' });
    expect(await ask(service, ada.key, whoami, { organizationId })).toMatchObject({ organizationName: 'Ada & Co' });
    const organizationName = 'a\u202eb';
    await refusedAs('REQUEST_INVALID', service, ada, updateOrganizationName, { organizationName });
  });

  test('a parent that was renamed is known by its first name and its newest', async () => {
    const { tools } = service.service;
    const rootPublicKey = root.key.publicKey;
    const made = await makeParent(tools, { name: 'First', rootPublicKey });
    const { organizationId } = made;
    for (const organizationName of ['Second', 'Third'])
      await done(service, { ...root, organizationId }, updateOrganizationName, { organizationName });
    expect(await makeParent(tools, { name: 'First', rootPublicKey })).toEqual(made);
    expect(await makeParent(tools, { name: 'Third', rootPublicKey })).toEqual(made);
    expect((await makeParent(tools, { name: 'Second', rootPublicKey })).organizationId).not.toBe(organizationId);
  });
});
