import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { deleteApiKeys } from '../../../../src/contract/credentials.js';
import { type GetApiKeysResponse, getApiKeys } from '../../../../src/contract/credentials.queries.js';
import { updateOrganizationName } from '../../../../src/contract/organizations.js';
import { createPolicy, deletePolicy } from '../../../../src/contract/policies.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { updateUser } from '../../../../src/contract/users.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { act, done, makeMember, makeSubOrganization, newKey, type Party, refusedAs } from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';
import { makePolicyOrganization, makesWallets, type PolicyOrganization, unique } from './policyOrganization.js';

const dayMs = 24 * 60 * 60_000;

describe.each(databases)('policies on $name', ({ open }) => {
  let service: TestService;
  let organization: PolicyOrganization;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    organization = await makePolicyOrganization(service);
  });

  describe('as consensus', () => {
    const both = ({ member, other }: PolicyOrganization) =>
      `approvers.any(u, u.id == '${member.userId}') && approvers.any(u, u.id == '${other.userId}')`;

    test('an activity that waits for a policy is executed once the named users approve it', async () => {
      const { allow, evaluationsOf, member, other, read, root, wallet } = organization;
      const { policyId } = await allow({ consensus: both(organization), condition: makesWallets });
      const waiting = await wallet(member);
      expect(waiting).toMatchObject({ status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', canApprove: false, canReject: true });
      expect(await read(other, waiting)).toMatchObject({ canApprove: true, canReject: true });
      const stranger = await makeMember(service, root.organizationId, service.organizationId, 'SignedUp');
      expect(await read(stranger, waiting)).toMatchObject({ canApprove: false, canReject: false });
      const { fingerprint } = waiting;
      for (const row of [approveActivity, rejectActivity])
        await refusedAs('NOT_AUTHORIZED', service, stranger, row, { fingerprint });
      await act(service, other, approveActivity, { fingerprint });
      const executed = await read(member, waiting);
      expect(executed).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED', canApprove: false });
      const evaluations = await evaluationsOf(waiting);
      expect(evaluations.map(({ voteId }) => voteId)).toEqual(executed.votes.map(({ id }) => id));
      expect(evaluations.map(({ policyEvaluations }) => policyEvaluations)).toMatchObject([
        [{ policyId, outcome: 'OUTCOME_REQUIRES_CONSENSUS' }],
        [{ policyId, outcome: 'OUTCOME_ALLOW' }],
      ]);
    });

    test('a policy names voters by their tags', async () => {
      const { allow, member, other, read, root, wallet } = organization;
      const { userTagId } = await done(service, root, createUserTag, { userTagName: unique('Tag'), userIds: [] });
      for (const { userId } of [member, other])
        await done(service, root, updateUser, { userId, userTagIds: [userTagId] });
      await allow({
        consensus: `approvers.filter(u, u.tags.contains('${userTagId}')).count() >= 2`,
        condition: makesWallets,
      });
      const waiting = await wallet(member);
      const stranger = await makeMember(service, root.organizationId, service.organizationId, 'SignedUp');
      await refusedAs('NOT_AUTHORIZED', service, stranger, approveActivity, { fingerprint: waiting.fingerprint });
      await act(service, other, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('one rejection by a named user ends it, and its requester may withdraw it', async () => {
      const { allow, member, other, read, wallet } = organization;
      await allow({ consensus: both(organization), condition: makesWallets });
      for (const voter of [other, member]) {
        const waiting = await wallet(member);
        await act(service, voter, rejectActivity, { fingerprint: waiting.fingerprint });
        expect((await read(member, waiting)).status).toBe('ACTIVITY_STATUS_REJECTED');
      }
    });

    test('approvals older than a day no longer count', async () => {
      const { allow, member, other, read, root, wallet } = organization;
      await allow({ consensus: both(organization), condition: makesWallets });
      const waiting = await wallet(member);
      service.clock.advanceMs(dayMs);
      await act(service, other, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await act(service, member, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('a deny that holds when a vote comes ends it as failed, and a policy that is gone leaves it waiting', async () => {
      const { allow, deny, member, other, read, root, wallet } = organization;
      const { policyId } = await allow({ consensus: both(organization), condition: makesWallets });
      const waiting = await wallet(member);
      const denied = await wallet(member);
      await done(service, root, deletePolicy, { policyId });
      await refusedAs('NOT_AUTHORIZED', service, other, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await allow({ consensus: both(organization), condition: makesWallets });
      await deny({ consensus: `approvers.any(u, u.id == '${other.userId}')`, condition: makesWallets });
      await act(service, other, approveActivity, { fingerprint: denied.fingerprint });
      expect(await read(root, denied)).toMatchObject({
        status: 'ACTIVITY_STATUS_FAILED',
        failure: { code: 7, message: 'The caller may not do this in the organization.' },
      });
      await act(service, root, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('of concurrent votes one executes the activity', async () => {
      const { allow, member, other, read, root, wallet } = organization;
      const voters = [other];
      for (const name of ['A', 'B', 'C'])
        voters.push(await makeMember(service, root.organizationId, service.organizationId, name));
      await allow({ consensus: 'approvers.count() >= 3', condition: makesWallets });
      const waiting = await wallet(member);
      const votes = await Promise.allSettled(
        voters.map((voter) => act(service, voter, approveActivity, { fingerprint: waiting.fingerprint })),
      );
      expect(votes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('a condition on every credential is not met by one that has gone', async () => {
      const { allow, member, other, read, root, wallet } = organization;
      const ofSessions = "credentials.all(c, c.type == 'CREDENTIAL_TYPE_LOGIN')";
      await allow({ consensus: `approvers.count() >= 2 && ${ofSessions}`, condition: makesWallets });
      const logIn = async (by: Party): Promise<Party> => {
        const key = await createSigningKey();
        await done(service, by, stampLogin, { publicKey: key.publicKey });
        return { ...by, key };
      };
      const session = await logIn(member);
      const waiting = await wallet(session);
      const { apiKeys } = await ask<GetApiKeysResponse>(service, root.key, getApiKeys, {
        organizationId: root.organizationId,
        userId: member.userId,
      });
      const own = apiKeys.find(({ credential }) => credential.publicKey === session.key.publicKey);
      const apiKeyIds = [own?.apiKeyId ?? ''];
      // A logout here does not withdraw what the session asked for.
      await done(service, session, deleteApiKeys, { userId: member.userId, apiKeyIds });
      await act(service, await logIn(other), approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await act(service, await logIn(member), approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('a policy may ask for a kind of credential: who approved may approve again with another', async () => {
      const { allow, member, other, read, root, wallet } = organization;
      await allow({
        consensus: "credentials.any(c, c.type == 'CREDENTIAL_TYPE_LOGIN')",
        condition: makesWallets,
      });
      const waiting = await wallet(member);
      expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      const session = await createSigningKey();
      await done(service, member, stampLogin, { publicKey: session.publicKey });
      const second = await newKey(service, root, other.userId);
      await refusedAs('NOT_AUTHORIZED', service, { ...other, key: second }, approveActivity, {
        fingerprint: waiting.fingerprint,
      });
      await act(service, { ...member, key: session }, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('an activity for the root quorum alone waits for root members, whatever policies allow', async () => {
      const { allow, member, read } = organization;
      await allow({});
      await refusedAs('NOT_AUTHORIZED', service, member, updateOrganizationName, { organizationName: 'Mine' });
      const { users, organizationId } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
      const [ada, bob = ada] = users;
      const someone = await makeMember(service, organizationId, service.organizationId);
      await act(service, ada, createPolicy, { policyName: 'All', effect: 'EFFECT_ALLOW' });
      const waiting = await act(service, ada, updateOrganizationName, { organizationName: 'Ours' });
      expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await refusedAs('NOT_AUTHORIZED', service, someone, approveActivity, { fingerprint: waiting.fingerprint });
      await act(service, bob, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(ada, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('ten of a user’s activities wait at most', async () => {
      const { allow, member, other, wallet } = organization;
      await allow({ consensus: both(organization), condition: makesWallets });
      const waiting = await wallet(member);
      for (let more = 0; more < 9; more += 1) await wallet(member);
      await refusedAs('TOO_MANY_PENDING', service, member, createWallet, { walletName: 'No', accounts: [] });
      expect((await wallet(other)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await act(service, member, rejectActivity, { fingerprint: waiting.fingerprint });
      expect((await wallet(member)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    });
  });
});
