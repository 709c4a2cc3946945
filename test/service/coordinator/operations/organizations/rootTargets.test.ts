import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Right } from '../../../../../src/contract/facts.js';
import { emailAuth, initUserEmailRecovery } from '../../../../../src/contract/mailKeys.js';
import { initOtpAuth } from '../../../../../src/contract/otpAuth.js';
import { createPolicy, deletePolicy } from '../../../../../src/contract/policies.js';
import { proxyOtpLogin } from '../../../../../src/contract/proxy.js';
import { RefusedError } from '../../../../../src/contract/refusals.js';
import { type ActivityRow, newestOf, type Schema } from '../../../../../src/contract/row.js';
import { activityRows } from '../../../../../src/contract/rows.js';
import { updateUserEmail } from '../../../../../src/contract/userContacts.js';
import { deleteUsers, updateUserName } from '../../../../../src/contract/users.js';
import { createUserTag, deleteUserTags, updateUserTag } from '../../../../../src/contract/userTags.js';
import { guardedOutbound } from '../../../../../src/service/node/guardedOutbound.js';
import { createTestService, type TestService } from '../../../../../src/testing/createTestService.js';
import { unique } from '../../../../support/examples/example.js';
import { deleteEndpointsBut } from '../../../../support/examples/webhooks.js';
import { newTarget } from '../../../../support/mailedKeys.js';
import { noNames } from '../../../../support/noNames.js';
import { act, done, makeMember, makeSubOrganization, type Party, rootOf } from '../../../../support/parties.js';
import { callProxy, loginRequest, verifiedToken } from '../../../../support/wire.js';
import { effectiveRequest, oauth2Provider, placeFor } from '../../engine/everyActivity/effects.js';
import { type FurnishedPlace, makeFurnishedPlace } from '../../engine/everyActivity/places.js';

type Name = keyof typeof activityRows;
const names = Object.keys(activityRows) as Name[];

let service: TestService;
let shared: { test: TestService; parent: FurnishedPlace; sub: FurnishedPlace };
beforeAll(async () => {
  service = await createTestService({
    outbound: guardedOutbound('public and loopback', noNames),
    publicUrl: 'https://latchkey.test',
    oauth2Endpoints: (await oauth2Provider()).endpoints,
  });
  const parent = aimedAtRoot(await makeFurnishedPlace(service, 'parent'));
  shared = { test: service, parent, sub: aimedAtRoot(await makeFurnishedPlace(service, 'sub-organization')) };
});
afterAll(() => service.close());

/** The place, where each request that names another user names a root user. */
function aimedAtRoot(place: FurnishedPlace): FurnishedPlace {
  const { has, roots } = place;
  const { userId } = roots[1];
  const spare: FurnishedPlace['has']['spare'] = async (name, of = userId) =>
    name === 'userId' ? userId : has.spare(name, of);
  return { ...place, has: { ...has, userId, spare } };
}

/** What the root quorum alone may change: who belongs to it, how they are reached, and what they stamp with. */
async function rootsOf({ organizationId }: FurnishedPlace, { right }: ActivityRow) {
  const { db } = service.service.tools.store;
  const users = await db
    .selectFrom('users')
    .select(['user_id', 'email', 'email_verified', 'phone_number', 'phone_verified'])
    .where('organization_id', '=', organizationId)
    .where('is_root', '=', 1)
    .orderBy('user_id')
    .execute();
  const { root_quorum_threshold: threshold } = await db
    .selectFrom('organizations')
    .select('root_quorum_threshold')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  const credentials = await db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where(
      'user_id',
      'in',
      users.map(({ user_id }) => user_id),
    )
    .orderBy('credential_id')
    .execute();
  const kept = credentials.filter(({ credential_type }) => !evidenced[right]?.includes(credential_type));
  return { users, threshold, credentials: kept };
}

/** What the root user's own mail or token gives: only who reads the mail, or shows the token, has those keys. */
const evidenced: Partial<Record<Right, readonly string[]>> = {
  parent: ['EMAIL_AUTH', 'RECOVER_USER', 'OTP_AUTH'].map((kind) => `CREDENTIAL_TYPE_${kind}_KEY_P256`),
  login: ['CREDENTIAL_TYPE_LOGIN'],
};

const outcomeOf = (by: Party, row: ActivityRow, request: object): Promise<string> =>
  act(service, by, row, request).then(
    ({ status }) => status,
    (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
  );

/** The names of a schema's members, at any depth. */
function membersOf(schema: object): string[] {
  const { entries, item, wrapped, pipe, options } = schema as {
    entries?: Record<string, Schema>;
    item?: Schema;
    wrapped?: Schema;
    pipe?: readonly object[];
    options?: readonly unknown[];
  };
  const inner = [...Object.values(entries ?? {}), item, wrapped, ...(pipe ?? []).filter((each) => each !== schema)];
  const within = [...inner, ...(options ?? [])].filter((each): each is object => typeof each === 'object');
  return [...Object.keys(entries ?? {}), ...within.flatMap(membersOf)];
}

/** A value for each member that gives a user a contact. */
const contacts: Record<string, () => string> = {
  userEmail: () => `${unique('thief')}@example.com`,
  userPhoneNumber: () => `+1415555${unique('0').slice(2).padStart(4, '0').slice(-4)}`,
};

/** The request, and one more for each contact that this row can give the user whom it names. */
function variantsOf(row: ActivityRow, request: object): object[] {
  const { entries = {} } = newestOf(row).parameters as { entries?: object };
  const given = Object.entries(contacts).filter(([member]) => member in entries && 'userId' in request);
  return [request, ...given.map(([member, make]) => ({ ...request, [member]: make() }))];
}

describe.each(['its resource', 'everything'])('A-67 a member whom a policy allows %s', (allowed) => {
  test.each(names)('changes no contact, credential or membership of a root user by %s', async (name) => {
    const row: ActivityRow = activityRows[name];
    service.clock.advanceMs(61 * 60_000);
    const place = await placeFor(name, shared);
    const [root, target] = place.roots;
    const by = await makeMember(service, place.organizationId, place.parentId, unique('Member'));
    const isOfMember = `approvers.any(u, u.id == '${by.userId}')`;
    const { policyId } = await done(service, root, createPolicy, {
      policyName: unique('Allow'),
      effect: 'EFFECT_ALLOW',
      condition: allowed === 'everything' ? 'true' : `activity.resource == '${row.resource}'`,
      consensus: isOfMember,
    });
    const request = await effectiveRequest(name, { test: service, place, by });
    const { userId, userIds = [] } = request as { userId?: string; userIds?: string[] };
    const isAboutRoot = userId === target.userId || userIds.includes(target.userId);
    for (const asked of variantsOf(row, request)) {
      const before = await rootsOf(place, row);
      const outcome = await outcomeOf(by, row, asked);
      expect(await rootsOf(place, row), outcome).toEqual(before);
      const isForRoots = row.right === 'root quorum' || (isAboutRoot && row.ofRootMember === 'root quorum');
      if (isForRoots) expect(outcome).toBe('NOT_AUTHORIZED');
    }
    await deleteEndpointsBut(service.service.tools.store, [shared.parent.has.endpointId]);
    await done(service, root, deletePolicy, { policyId });
  });
});

test('A-67 a member whom a policy allows everything deletes no root user, wherever in a list that one stands', async () => {
  const { users, organizationId } = await makeSubOrganization(service);
  const [root] = users;
  const member = await makeMember(service, organizationId, service.organizationId);
  const { userId } = await makeMember(service, organizationId, service.organizationId, 'Other');
  const consensus = `approvers.any(u, u.id == '${member.userId}')`;
  await done(service, root, createPolicy, { policyName: 'All', effect: 'EFFECT_ALLOW', condition: 'true', consensus });
  for (const userIds of [
    [root.userId, userId],
    [userId, root.userId],
  ])
    expect(await outcomeOf(member, deleteUsers, { userIds })).toBe('NOT_AUTHORIZED');
  expect(await outcomeOf(member, deleteUsers, { userIds: [userId] })).toBe('ACTIVITY_STATUS_COMPLETED');
});

/** The requests that give somebody else a contact, by each row that can. */
const giving: Partial<Record<Name, (other: Party, contact: string, by: Party) => object>> = {
  createUsers: (_other, userEmail) => ({
    users: [{ userName: unique('Twin'), userEmail, apiKeys: [], authenticators: [], oauthProviders: [], userTags: [] }],
  }),
  updateUser: ({ userId }, userEmail) => ({ userId, userEmail }),
  updateUserEmail: ({ userId }, userEmail) => ({ userId, userEmail }),
  createInvitations: (_other, receiverUserEmail, by) => ({
    invitations: [
      {
        receiverUserName: unique('Guest'),
        receiverUserEmail,
        receiverUserTags: [],
        accessType: 'ACCESS_TYPE_ALL',
        senderUserId: by.userId,
      },
    ],
  }),
};

describe.each(['claims', 'has proved'])('A-67 the address that a root user %s', (how) => {
  test.each(Object.keys(giving) as (keyof typeof giving)[])(
    'stays theirs when %s gives it to another',
    async (name) => {
      service.clock.advanceMs(61 * 60_000);
      const { users, organizationId } = await makeSubOrganization(service);
      const [root] = users;
      const [member, other] = [await makeMember(service, organizationId, service.organizationId), await another()];
      const isMember = `approvers.any(u, u.id == '${member.userId}')`;
      const policy = { policyName: 'All', effect: 'EFFECT_ALLOW', condition: 'true', consensus: isMember } as const;
      await done(service, root, createPolicy, policy);
      const email = `${unique('root')}@example.com`;
      const { token } = await verifiedToken(service, email);
      const verified = how === 'has proved' && { verificationToken: token };
      await done(service, root, updateUserEmail, { userId: root.userId, userEmail: email, ...verified });
      expect(await outcomeOf(member, activityRows[name], giving[name]?.(other, email, member) ?? {})).toBe(
        'ACTIVITY_STATUS_COMPLETED',
      );
      // Whoever reads that mail logs in as nobody else.
      const login = await verifiedToken(service, email);
      const answer = await callProxy(
        service,
        proxyOtpLogin,
        await loginRequest(login.token, login.key, organizationId),
      ).then(
        () => 'in',
        (error: unknown) => (error instanceof RefusedError ? error.code : Promise.reject(error)),
      );
      expect(answer).toBe(how === 'has proved' ? 'in' : 'ACCOUNT_NOT_FOUND');
      const byParent = { ...(await rootOf(service)), organizationId };
      const { targetPublicKey } = await newTarget();
      const mail = { email, targetPublicKey, emailCustomization: { appName: 'App' } };
      expect(await done(service, byParent, initUserEmailRecovery, mail)).toMatchObject({ userId: root.userId });
      expect(await done(service, byParent, emailAuth, mail)).toMatchObject({ userId: root.userId });
      await done(service, byParent, initOtpAuth, { otpType: 'OTP_TYPE_EMAIL', contact: email, appName: 'App' });

      async function another(): Promise<Party> {
        return makeMember(service, organizationId, service.organizationId, 'Other');
      }
    },
  );
});

test('A-67 no other row gives a user a contact', () => {
  const given = names.filter((name) =>
    membersOf(newestOf(activityRows[name] as ActivityRow).parameters).some((member) =>
      ['userEmail', 'userPhoneNumber', 'receiverUserEmail'].includes(member),
    ),
  );
  // A sub-organization that is made has users of its own alone.
  const others: Name[] = ['createSubOrganization', 'updateUserPhoneNumber'];
  expect(given.sort()).toEqual([...Object.keys(giving), ...others].sort());
});

test('A-67 a member whom a policy allows USER changes neither the name nor the tags of a root user', async () => {
  const { users, organizationId } = await makeSubOrganization(service, { roots: 2 });
  const [root, two] = users as [Party, Party];
  const member = await makeMember(service, organizationId, service.organizationId);
  const { userTagId } = await done(service, root, createUserTag, { userTagName: 'Signers', userIds: [two.userId] });
  await done(service, root, createPolicy, {
    policyName: 'Users',
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'USER'",
    consensus: `approvers.any(u, u.id == '${member.userId}')`,
  });
  const [userIds, nobody] = [[two.userId], []];
  const tried: [ActivityRow, object][] = [
    [updateUserName, { userId: two.userId, userName: 'Renamed' }],
    [createUserTag, { userTagName: 'Theirs', userIds }],
    [updateUserTag, { userTagId, addUserIds: userIds, removeUserIds: nobody }],
    [updateUserTag, { userTagId, addUserIds: nobody, removeUserIds: userIds }],
    [deleteUserTags, { userTagIds: [userTagId] }],
  ];
  for (const [row, request] of tried) expect(await outcomeOf(member, row, request), row.name).toBe('NOT_AUTHORIZED');
  const own = { userTagId, addUserIds: [member.userId], removeUserIds: nobody };
  expect(await outcomeOf(member, updateUserTag, own)).toBe('ACTIVITY_STATUS_COMPLETED');
});
