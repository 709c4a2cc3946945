import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { getActivity } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { updateOrganizationName } from '../../../../src/contract/organizations.js';
import { type CreatePolicyParameters, createPolicy, updatePolicy } from '../../../../src/contract/policies.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { deleteUsers, updateUser } from '../../../../src/contract/users.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  act,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  proxyOf,
  refusedAs,
  rootOf,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

describe.each(databases)('who may vote, on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let member: Party;
  let other: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const { users, organizationId } = await makeSubOrganization(service);
    root = users[0];
    member = await makeMember(service, organizationId, service.organizationId, 'Mona');
    other = await makeMember(service, organizationId, service.organizationId, 'Otto');
  });

  const named = ({ userId }: Party) => `approvers.any(u, u.id == '${userId}')`;
  const addPolicy = (policy: Partial<CreatePolicyParameters>) =>
    done(service, root, createPolicy, { policyName: 'Policy', effect: 'EFFECT_ALLOW', ...policy });
  const wallet = (walletName = 'Wallet') => act(service, member, createWallet, { walletName, accounts: [] });
  const statusOf = async ({ id, organizationId }: Activity, { key }: Party = root) =>
    (await ask<{ activity: Activity }>(service, key, getActivity, { organizationId, activityId: id })).activity.status;
  const votesOfNobody = async (voter: Party, waiting: Activity, reader?: Party) => {
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    for (const row of [approveActivity, rejectActivity])
      await refusedAs('NOT_AUTHORIZED', service, voter, row, { fingerprint: waiting.fingerprint });
    expect(await statusOf(waiting, reader)).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
  };

  test.each<[string, ActivityRow, (roots: readonly Party[]) => object]>([
    ['changes the organization', updateOrganizationName, () => ({ organizationName: 'Ours' })],
    ['deletes a root member', deleteUsers, ([, , third]: readonly Party[]) => ({ userIds: [third?.userId] })],
  ])('A-67: whom a policy names neither approves nor ends what %s', async (_, row, request) => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 3, threshold: 2 });
    const [one, two] = users as [Party, Party];
    const someone = await makeMember(service, organizationId, service.organizationId);
    const policy = { policyName: 'All', effect: 'EFFECT_ALLOW', condition: 'true', consensus: named(someone) } as const;
    const { fingerprint } = await act(service, one, createPolicy, policy);
    await done(service, two, approveActivity, { fingerprint });
    const waiting = await act(service, one, row, request(users));
    await votesOfNobody(someone, waiting, one);
    await done(service, two, approveActivity, { fingerprint: waiting.fingerprint });
    expect(await statusOf(waiting, one)).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('T-07: the auth proxy’s key has no vote, though a policy names everybody', async () => {
    const top = await rootOf(service);
    const someone = await makeMember(service, top.organizationId, null);
    const consensus = `approvers.count() >= 2 && !${named(top)}`;
    const condition = "activity.kind == 'CREATE_WALLET'";
    await done(service, top, createPolicy, { policyName: 'Two', effect: 'EFFECT_ALLOW', consensus, condition });
    const waiting = await act(service, someone, createWallet, { walletName: 'Ours', accounts: [] });
    await votesOfNobody(await proxyOf(service), waiting, top);
    const another = await makeMember(service, top.organizationId, null, 'Another');
    await done(service, another, approveActivity, { fingerprint: waiting.fingerprint });
    expect(await statusOf(waiting, top)).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-66: whether somebody may vote is read off the last vote, however many there are', async () => {
    const { policyId } = await addPolicy({ policyName: 'Otto', consensus: `${named(other)} && ${named(root)}` });
    const third = await makeMember(service, member.organizationId, service.organizationId, 'Theo');
    await addPolicy({ policyName: 'Theo', consensus: `${named(third)} && ${named(root)}` });
    const waiting = await wallet();
    const mayVote = async () => {
      const asked = { organizationId: waiting.organizationId, activityId: waiting.id };
      return (await ask<{ activity: Activity }>(service, other.key, getActivity, asked)).activity.canReject;
    };
    expect(await mayVote()).toBe(true);
    await done(service, root, updatePolicy, { policyId, policyCondition: "activity.kind == 'CREATE_USERS'" });
    await done(service, third, approveActivity, { fingerprint: waiting.fingerprint });
    expect(await mayVote()).toBe(false);
  });

  test('a policy that denies gives nobody whom it names a vote', async () => {
    await addPolicy({ policyName: 'Two', consensus: `${named(member)} && ${named(root)}` });
    await addPolicy({ policyName: 'Not Otto', effect: 'EFFECT_DENY', consensus: named(other) });
    await votesOfNobody(other, await wallet());
  });

  test('whom a consensus excludes has no vote', async () => {
    await addPolicy({ consensus: `${named(member)} && ${named(root)} && !${named(other)}` });
    await votesOfNobody(other, await wallet());
  });

  test('an address counts for policies once its user has proved it, and not while they claim it', async () => {
    const { store } = service.service.tools;
    await addPolicy({ consensus: "approvers.any(u, u.email == 'boss@example.com')" });
    await done(service, root, updateUser, { userId: member.userId, userEmail: 'boss@example.com' });
    expect((await wallet('Claimed')).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await store.change((db) =>
      db.updateTable('users').set({ email_verified: 1 }).where('user_id', '=', member.userId).execute(),
    );
    expect((await wallet()).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});
