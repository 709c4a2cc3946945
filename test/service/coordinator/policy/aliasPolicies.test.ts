import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { getActivity } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { createInvitations } from '../../../../src/contract/invitations.js';
import { createPolicies, createPolicy } from '../../../../src/contract/policies.js';
import { proxyOtpLogin } from '../../../../src/contract/proxy.js';
import type { ActivityRow } from '../../../../src/contract/row.js';
import { createUsers, updateUser, updateUserName } from '../../../../src/contract/users.js';
import { whoami } from '../../../../src/contract/users.queries.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization, type Party, refusedAs } from '../../../support/parties.js';
import { refusedWith } from '../../../support/refusedWith.js';
import { databases } from '../../../support/stores.js';
import { ask, callProxy, loginRequest, verifiedToken } from '../../../support/wire.js';

let people = 0;

describe.each(databases)('a policy that reads names, on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let second: Party;
  let member: Party;
  let other: Party;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());

  const members = async (threshold: number) => {
    const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold });
    [root, second] = users as [Party, Party];
    member = await makeMember(service, organizationId, service.organizationId, 'Mona');
    other = await makeMember(service, organizationId, service.organizationId, 'Otto');
  };
  beforeEach(() => members(1));

  const treasurer = (condition = "activity.action == 'SIGN'", alias = "a.alias == 'Treasurer'") => ({
    policyName: 'The treasurer signs',
    effect: 'EFFECT_ALLOW' as const,
    consensus: `approvers.any(a, ${alias})`,
    condition,
  });
  const byPolicy = async () => {
    const condition = "activity.resource in ['USER', 'INVITATION']";
    await done(service, root, createPolicy, { policyName: 'All manage users', effect: 'EFFECT_ALLOW', condition });
  };
  const invitation = (by: Party, address = `guest${people}@example.com`, receiverUserName = 'Treasurer') => ({
    invitations: [
      {
        receiverUserName,
        receiverUserEmail: address,
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_WEB' as const,
        senderUserId: by.userId,
      },
    ],
  });
  const naming = (by: Party): [string, ActivityRow, object][] => [
    ['their own name', updateUserName, { userId: by.userId, userName: 'Treasurer' }],
    ['a user', updateUser, { userId: other.userId, userName: 'Treasurer' }],
    [
      'new users',
      createUsers,
      { users: [{ userName: 'Treasurer', apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }] },
    ],
    ['the invited', createInvitations, invitation(by)],
  ];
  const read = async ({ id, organizationId }: Activity) =>
    (await ask<{ activity: Activity }>(service, root.key, getActivity, { organizationId, activityId: id })).activity;
  const logIn = async (contact: string) => {
    const { token, key } = await verifiedToken(service, contact);
    await callProxy(service, proxyOtpLogin, await loginRequest(token, key, member.organizationId));
    return ask<{ username: string }>(service, key, whoami, { organizationId: member.organizationId });
  };
  const guestOf = async (by: Party, receiverUserName = 'Treasurer') => {
    people += 1;
    const address = `guest${people}@example.com`;
    await done(service, by, createInvitations, invitation(by, address, receiverUserName));
    return address;
  };

  test('A-70: nobody below the root quorum gives or changes a name, even their own', async () => {
    await byPolicy();
    await done(service, root, createPolicy, treasurer());
    for (const [, row, parameters] of naming(member))
      await refusedAs('ALIAS_IN_POLICY', service, member, row, parameters);
    // What gives no name is as before.
    await done(service, member, updateUser, { userId: other.userId, userTagIds: [] });
    const { status } = await act(service, root, updateUserName, { userId: member.userId, userName: 'Treasurer' });
    expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-70: without such a policy names are given as before', async () => {
    await byPolicy();
    await done(service, root, createPolicy, treasurer(undefined, `a.id == '${other.userId}'`));
    await done(service, member, updateUserName, { userId: member.userId, userName: 'Treasurer' });
  });

  test('A-70: a struct that is compared reads names, too', async () => {
    const compared = "approvers.contains({ id: 'x', tags: [''], email: '', alias: 'Treasurer' })";
    await done(service, root, createPolicy, { policyName: 'Struct', effect: 'EFFECT_ALLOW', consensus: compared });
    await refusedAs('ALIAS_IN_POLICY', service, member, updateUserName, { userId: member.userId, userName: 'T' });
  });

  test('A-70: a name in brackets reads names, too, where lists have hidden what they are of', async () => {
    const hidden = "[[], approvers][1].any(a, a['alias'] == 'Treasurer')";
    await done(service, root, createPolicy, { policyName: 'Hidden', effect: 'EFFECT_ALLOW', consensus: hidden });
    await refusedAs('ALIAS_IN_POLICY', service, member, updateUserName, { userId: member.userId, userName: 'T' });
  });

  test('A-70: a root member’s request waits for the root quorum', async () => {
    await members(2);
    const made = await act(service, root, createPolicies, { policies: [treasurer()] });
    await done(service, second, approveActivity, { fingerprint: made.fingerprint });
    const waiting = await act(service, root, updateUserName, { userId: root.userId, userName: 'Treasurer' });
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, second, approveActivity, { fingerprint: waiting.fingerprint });
    expect((await read(waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-70: what waits is refused once a policy reads names, unless the root quorum approves it', async () => {
    const both = `approvers.any(a, a.id == '${member.userId}') && approvers.any(a, a.id == '${other.userId}')`;
    const condition = "activity.resource == 'USER'";
    await done(service, root, createPolicy, { policyName: 'Both', effect: 'EFFECT_ALLOW', consensus: both, condition });
    const give = () => act(service, member, updateUser, { userId: other.userId, userName: 'Treasurer' });
    const [first, next] = [await give(), await give()];
    await done(service, root, createPolicy, treasurer());
    await done(service, other, approveActivity, { fingerprint: first.fingerprint });
    const { status, failure } = await read(first);
    expect([status, (failure as { details?: unknown[] } | undefined)?.details?.[0]]).toMatchObject([
      'ACTIVITY_STATUS_FAILED',
      { reason: 'ALIAS_IN_POLICY' },
    ]);
    await done(service, root, approveActivity, { fingerprint: next.fingerprint });
    expect((await read(next)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-70: who was invited below the root quorum gets their address as name, and not if a policy means it', async () => {
    await byPolicy();
    const named = await guestOf(member);
    const unnamed = await guestOf(other, 'Another');
    await done(service, root, createPolicy, treasurer(undefined, `a.alias in ['Treasurer', '${named}']`));
    await refusedWith('ALIAS_IN_POLICY', logIn(named));
    expect(await logIn(unnamed)).toMatchObject({ username: unnamed });
  });

  test('A-70: an invitation by the root quorum gives its name', async () => {
    const address = await guestOf(root);
    await done(service, root, createPolicy, treasurer());
    expect(await logIn(address)).toMatchObject({ username: 'Treasurer' });
  });

  test('A-70: an address of which a policy reads a part is no name either', async () => {
    await byPolicy();
    const address = await guestOf(member);
    await done(service, root, createPolicy, treasurer(undefined, "a.alias[0..5] == 'guest'"));
    await refusedWith('ALIAS_IN_POLICY', logIn(address));
  });
});
