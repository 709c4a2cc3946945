import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { getActivity } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import { createApiKeys, deleteApiKeys } from '../../../../src/contract/credentials.js';
import { type GetApiKeysResponse, getApiKeys } from '../../../../src/contract/credentials.queries.js';
import { updateOrganizationName } from '../../../../src/contract/organizations.js';
import {
  type CreatePolicyParameters,
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  updatePolicy,
} from '../../../../src/contract/policies.js';
import {
  type GetPolicyEvaluationsResponse,
  type GetPolicyResponse,
  getPolicy,
  getPolicyEvaluations,
  type ListPoliciesResponse,
  listPolicies,
} from '../../../../src/contract/policies.queries.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { updateUser } from '../../../../src/contract/users.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { createWallet, createWalletAccounts, updateWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeMember,
  makeSubOrganization,
  newKey,
  type Party,
  refusedAs,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';

const dayMs = 24 * 60 * 60_000;
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

describe.each(databases)('policies on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let member: Party;
  let other: Party;
  let names = 0;
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

  const unique = (name: string) => {
    names += 1;
    return `${name} ${names}`;
  };
  const allow = (policy: Partial<CreatePolicyParameters>) =>
    done(service, root, createPolicy, { policyName: unique('Policy'), effect: 'EFFECT_ALLOW', ...policy });
  const deny = (policy: Partial<CreatePolicyParameters>) => allow({ effect: 'EFFECT_DENY', ...policy });
  const wallet = (by: Party, accounts: object[] = []) =>
    act(service, by, createWallet, { walletName: unique('Wallet'), accounts });
  const read = async (by: Party, { id, organizationId }: Activity) => {
    const request = { organizationId, activityId: id };
    return (await ask<{ activity: Activity }>(service, by.key, getActivity, request)).activity;
  };
  const list = async () =>
    (await ask<ListPoliciesResponse>(service, root.key, listPolicies, { organizationId: root.organizationId }))
      .policies;
  const evaluationsOf = async ({ id }: Activity) => {
    const request = { organizationId: root.organizationId, activityId: id };
    const answer = await ask<GetPolicyEvaluationsResponse>(service, root.key, getPolicyEvaluations, request);
    return answer.policyEvaluations;
  };
  const isMember = () => `approvers.any(u, u.id == '${member.userId}')`;
  const makesWallets = "activity.resource == 'WALLET' && activity.action == 'CREATE'";

  describe('as records', () => {
    test('a policy is made, read, changed and deleted', async () => {
      const given = { policyName: unique('Mine'), consensus: 'true', condition: makesWallets, time: '', notes: 'Why' };
      const { policyId } = await allow(given);
      const request = { organizationId: root.organizationId, policyId };
      const first = await ask<GetPolicyResponse>(service, member.key, getPolicy, request);
      expect(first.policy).toMatchObject({ policyId, effect: 'EFFECT_ALLOW', ...given });
      expect(await list()).toEqual([first.policy]);
      await done(service, root, updatePolicy, { policyId, policyEffect: 'EFFECT_DENY', policyCondition: '' });
      const changed = await ask<GetPolicyResponse>(service, member.key, getPolicy, request);
      expect(changed.policy).toMatchObject({ ...given, effect: 'EFFECT_DENY', condition: '' });
      await done(service, root, deletePolicy, { policyId });
      expect(await list()).toEqual([]);
      await expect(ask(service, root.key, getPolicy, request)).rejects.toMatchObject({ code: 'POLICY_NOT_FOUND' });
    });

    test('several are made or deleted, all or none', async () => {
      const policy = () => ({ policyName: unique('One'), effect: 'EFFECT_ALLOW' as const, condition: 'false' });
      const { policyIds } = await done(service, root, createPolicies, { policies: [policy(), policy()] });
      expect((await list()).map(({ policyId }) => policyId).sort()).toEqual([...policyIds].sort());
      const same = policy();
      await refusedAs('NAME_TAKEN', service, root, createPolicies, { policies: [same, same] });
      await refusedAs('POLICY_NOT_FOUND', service, root, deletePolicies, { policyIds: [policyIds[0], absentId] });
      expect(await list()).toHaveLength(2);
      await done(service, root, deletePolicies, { policyIds });
      expect(await list()).toEqual([]);
    });

    test('a name is used once, and a hundred are the most', async () => {
      const { policyId } = await allow({ policyName: 'Taken', condition: 'false' });
      await refusedAs('NAME_TAKEN', service, root, createPolicy, { policyName: 'Taken', effect: 'EFFECT_DENY' });
      const { policyId: second } = await allow({ condition: 'false' });
      await refusedAs('NAME_TAKEN', service, root, updatePolicy, { policyId: second, policyName: 'Taken' });
      await done(service, root, updatePolicy, { policyId, policyName: 'Taken', policyNotes: 'itself' });
      const policies = Array.from({ length: 98 }, () => ({
        policyName: unique('Many'),
        effect: 'EFFECT_ALLOW' as const,
        condition: 'false',
      }));
      await done(service, root, createPolicies, { policies });
      const one = { policyName: unique('More'), effect: 'EFFECT_ALLOW' };
      await refusedAs('LIMIT_REACHED', service, root, createPolicy, one);
    });

    test('one that cannot hold is refused, with its place and what is expected there', async () => {
      for (const [member, text, at] of [
        ['condition', 'activity.kind ==', 16],
        ['condition', 'activity.kind == 5', 14],
        ['condition', "wallets.any(w, w.id == 'x') && wallet.id == 'y'", 31],
        ['consensus', "approvers.any(u, u.name == 'x')", 19],
        ['time', "time.now > '2027'", 11],
      ] as const) {
        const parameters = { policyName: unique('Bad'), effect: 'EFFECT_ALLOW', [member]: text };
        await expect(act(service, root, createPolicy, parameters)).rejects.toMatchObject({
          code: 'POLICY_INVALID',
          message: expect.stringContaining(`${member}, at character ${at}: `),
        });
      }
      const { policyId } = await allow({ condition: 'true' });
      await refusedAs('POLICY_INVALID', service, root, updatePolicy, { policyId, policyCondition: '(' });
      expect(await list()).toHaveLength(1);
    });

    test('the same bytes make one policy', async () => {
      const parameters = { policyName: unique('Same'), effect: 'EFFECT_ALLOW', condition: 'false' };
      const body = envelope(service, createPolicy, root.organizationId, parameters);
      const first = await (await sendStamped(service, root.key, createPolicy, body)).json();
      const second = await (await sendStamped(service, root.key, createPolicy, body)).json();
      expect(second).toEqual(first);
      expect(await list()).toHaveLength(1);
    });

    test('those of another organization are not found', async () => {
      const { policyId } = await allow({ condition: 'false' });
      const { users } = await makeSubOrganization(service);
      const [foreign] = users;
      const request = { organizationId: foreign.organizationId, policyId };
      await expect(ask(service, foreign.key, getPolicy, request)).rejects.toMatchObject({ code: 'POLICY_NOT_FOUND' });
      await refusedAs('POLICY_NOT_FOUND', service, foreign, updatePolicy, { policyId, policyNotes: 'x' });
      await refusedAs('POLICY_NOT_FOUND', service, foreign, deletePolicy, { policyId });
      expect(await list()).toHaveLength(1);
    });
  });

  describe('as decisions', () => {
    test('a member acts where a policy allows it, and nowhere else', async () => {
      await refusedAs('NOT_AUTHORIZED', service, member, createWallet, { walletName: 'No', accounts: [] });
      const { policyId } = await allow({ consensus: isMember(), condition: makesWallets });
      const made = await wallet(member);
      expect(made.status).toBe('ACTIVITY_STATUS_COMPLETED');
      const [evaluation, ...more] = await evaluationsOf(made);
      expect(more).toEqual([]);
      expect(evaluation).toMatchObject({
        activityId: made.id,
        voteId: made.votes[0]?.id,
        policyEvaluations: [expect.objectContaining({ policyId, outcome: 'OUTCOME_ALLOW' })],
      });
      expect((await wallet(other)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await refusedAs('NOT_AUTHORIZED', service, member, createPolicy, { policyName: 'No', effect: 'EFFECT_ALLOW' });
      await done(service, root, deletePolicy, { policyId });
      await refusedAs('NOT_AUTHORIZED', service, member, createWallet, { walletName: 'No', accounts: [] });
    });

    test('the recorded results of policies are shown even after they were changed or deleted', async () => {
      const allowing = await allow({ condition: makesWallets });
      const denying = await deny({ condition: 'false' });
      const before = await evaluationsOf(await wallet(member));
      const made = await wallet(member);
      await done(service, root, updatePolicy, { policyId: denying.policyId, policyCondition: makesWallets });
      await done(service, root, deletePolicies, { policyIds: [allowing.policyId, denying.policyId] });
      const after = await evaluationsOf(made);
      expect(after[0]?.policyEvaluations).toEqual(before[0]?.policyEvaluations);
      expect(after[0]?.policyEvaluations).toHaveLength(2);
      expect(after[0]?.policyEvaluations).toMatchObject([
        { policyId: allowing.policyId, outcome: 'OUTCOME_ALLOW' },
        { policyId: denying.policyId, outcome: 'OUTCOME_DENY_IMPLICIT' },
      ]);
    });

    test('a policy that denies wins over one that allows, and never over the root quorum', async () => {
      await allow({ condition: makesWallets });
      const { policyId } = await deny({ condition: "activity.kind == 'CREATE_WALLET'" });
      await refusedAs('NOT_AUTHORIZED', service, member, createWallet, { walletName: 'No', accounts: [] });
      const made = await wallet(root);
      expect(made.status).toBe('ACTIVITY_STATUS_COMPLETED');
      expect(await evaluationsOf(made)).toEqual([]);
      await done(service, root, deletePolicy, { policyId });
      expect((await wallet(member)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('a policy that denies everything does not lock out root members, who can delete it', async () => {
      const { policyId } = await deny({});
      const { publicKey } = await createSigningKey();
      await refusedAs('NOT_AUTHORIZED', service, member, stampLogin, { publicKey });
      await done(service, root, stampLogin, { publicKey: (await createSigningKey()).publicKey });
      await done(service, root, deletePolicy, { policyId });
      await done(service, member, stampLogin, { publicKey: (await createSigningKey()).publicKey });
    });

    test('the right to change own credentials yields to a deny', async () => {
      const add = async () => ({ userId: member.userId, apiKeys: [apiKeyOf(await createSigningKey())] });
      await done(service, member, createApiKeys, await add());
      const condition = `activity.kind == 'CREATE_API_KEYS' && activity.params.user_id == '${member.userId}'`;
      await deny({ condition });
      await refusedAs('NOT_AUTHORIZED', service, member, createApiKeys, await add());
      await done(service, root, createApiKeys, await add());
    });

    test('an error in a deny denies, an error in an allow does not allow, and a policy for another activity is skipped', async () => {
      await allow({ condition: makesWallets });
      await allow({ condition: "wallet.label == 'x' || activity.kind == 'CREATE_WALLET'" });
      await deny({ condition: "activity.params.hash_function == 'HASH_FUNCTION_NO_OP'" });
      const made = await wallet(member);
      expect(made.status).toBe('ACTIVITY_STATUS_COMPLETED');
      const outcomes = (await evaluationsOf(made))[0]?.policyEvaluations.map(({ outcome }) => outcome);
      expect(outcomes?.sort()).toEqual(['OUTCOME_ALLOW', 'OUTCOME_ERROR', 'OUTCOME_ERROR']);
      await deny({ consensus: "approvers[1].id == 'x'" });
      await refusedAs('NOT_AUTHORIZED', service, member, createWallet, { walletName: 'No', accounts: [] });
    });

    test('a policy with times applies only during them', async () => {
      const now = service.clock();
      const text = (ms: number) => `Timestamp('${new Date(ms).toISOString()}')`;
      await allow({ condition: makesWallets, time: `time.now < ${text(now + dayMs)}` });
      expect((await wallet(member)).status).toBe('ACTIVITY_STATUS_COMPLETED');
      service.clock.advanceMs(dayMs);
      await refusedAs('NOT_AUTHORIZED', service, member, createWallet, { walletName: 'No', accounts: [] });
    });

    test('a policy sees the wallet that an account is derived in, and that signs', async () => {
      const made = await wallet(root, [account]);
      const { walletId, addresses } = made.result.createWalletResult as { walletId: string; addresses: string[] };
      const foreign = await wallet(root);
      const { walletId: foreignId } = foreign.result.createWalletResult as { walletId: string };
      await allow({
        consensus: isMember(),
        condition: `wallet.id == '${walletId}' && activity.kind != 'DELETE_WALLETS'`,
      });
      const more = { ...account, path: "m/44'/60'/0'/0/1" };
      await done(service, member, createWalletAccounts, { walletId, accounts: [more] });
      await refusedAs('NOT_AUTHORIZED', service, member, createWalletAccounts, {
        walletId: foreignId,
        accounts: [more],
      });
      await done(service, member, updateWallet, { walletId, walletName: unique('Renamed') });
      const others = { walletId: foreignId, walletName: unique('Not renamed') };
      await refusedAs('NOT_AUTHORIZED', service, member, updateWallet, others);
      const payload = {
        payload: 'ab',
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_SHA256',
      } as const;
      await done(service, member, signRawPayload, { signWith: addresses[0] ?? '', ...payload });
      await deny({ condition: "eth.eip_712.message['name'] == 'x'" });
      await done(service, member, signRawPayload, { signWith: addresses[0] ?? '', ...payload });
      await deny({ condition: `wallet_account.address == '${addresses[0]}'` });
      await refusedAs('NOT_AUTHORIZED', service, member, signRawPayload, { signWith: addresses[0] ?? '', ...payload });
    });
  });

  test('a private key that signs, and what it signs, is seen', async () => {
    const make = async (privateKeyName: string) => {
      const key = { privateKeyName, curve: 'CURVE_SECP256K1' as const, privateKeyTags: [], addressFormats: [] };
      const { privateKeys } = await done(service, root, createPrivateKeys, { privateKeys: [key] });
      return privateKeys[0]?.privateKeyId ?? '';
    };
    const [own, others] = [await make('Own'), await make('Others')];
    await allow({ consensus: isMember(), condition: `private_key.id == '${own}'` });
    const typed = (to: string) => ({
      encoding: 'PAYLOAD_ENCODING_EIP712' as const,
      hashFunction: 'HASH_FUNCTION_NO_OP' as const,
      payload: JSON.stringify({
        domain: { name: 'App', chainId: 1 },
        types: {
          EIP712Domain: [
            { name: 'name', type: 'string' },
            { name: 'chainId', type: 'uint256' },
          ],
          Order: [{ name: 'to', type: 'address' }],
        },
        primaryType: 'Order',
        message: { to },
      }),
    });
    const [one, two] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
    await done(service, member, signRawPayload, { signWith: own, ...typed(two) });
    await refusedAs('NOT_AUTHORIZED', service, member, signRawPayload, { signWith: others, ...typed(one) });
    await deny({ condition: `eth.eip_712.message['to'] == '${two}'` });
    await done(service, member, signRawPayload, { signWith: own, ...typed(one) });
    await refusedAs('NOT_AUTHORIZED', service, member, signRawPayload, { signWith: own, ...typed(two) });
  });

  describe('as consensus', () => {
    const both = () => `approvers.any(u, u.id == '${member.userId}') && approvers.any(u, u.id == '${other.userId}')`;

    test('an activity that waits for a policy is executed once the named users approve it', async () => {
      const { policyId } = await allow({ consensus: both(), condition: makesWallets });
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
      await allow({ consensus: both(), condition: makesWallets });
      for (const voter of [other, member]) {
        const waiting = await wallet(member);
        await act(service, voter, rejectActivity, { fingerprint: waiting.fingerprint });
        expect((await read(member, waiting)).status).toBe('ACTIVITY_STATUS_REJECTED');
      }
    });

    test('approvals older than a day no longer count', async () => {
      await allow({ consensus: both(), condition: makesWallets });
      const waiting = await wallet(member);
      service.clock.advanceMs(dayMs);
      await act(service, other, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await act(service, member, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
    });

    test('a deny that holds when a vote comes ends it as failed, and a policy that is gone leaves it waiting', async () => {
      const { policyId } = await allow({ consensus: both(), condition: makesWallets });
      const waiting = await wallet(member);
      const denied = await wallet(member);
      await done(service, root, deletePolicy, { policyId });
      await refusedAs('NOT_AUTHORIZED', service, other, approveActivity, { fingerprint: waiting.fingerprint });
      expect((await read(root, waiting)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await allow({ consensus: both(), condition: makesWallets });
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
      await allow({ consensus: both(), condition: makesWallets });
      const waiting = await wallet(member);
      for (let more = 0; more < 9; more += 1) await wallet(member);
      await refusedAs('TOO_MANY_PENDING', service, member, createWallet, { walletName: 'No', accounts: [] });
      expect((await wallet(other)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
      await act(service, member, rejectActivity, { fingerprint: waiting.fingerprint });
      expect((await wallet(member)).status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    });
  });
});
