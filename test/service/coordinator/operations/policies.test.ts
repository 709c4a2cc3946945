import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiKeys } from '../../../../src/contract/credentials.js';
import {
  createPolicies,
  createPolicy,
  deletePolicies,
  deletePolicy,
  updatePolicy,
} from '../../../../src/contract/policies.js';
import { type GetPolicyResponse, getPolicy } from '../../../../src/contract/policies.queries.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { createWallet, createWalletAccounts, updateWallet } from '../../../../src/contract/wallets.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  apiKeyOf,
  done,
  makeSubOrganization,
  refusedAs,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';
import { makePolicyOrganization, makesWallets, type PolicyOrganization, unique } from './policyOrganization.js';

const dayMs = 24 * 60 * 60_000;
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
} as const;

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

  describe('as records', () => {
    test('a policy is made, read, changed and deleted', async () => {
      const { allow, list, member, root } = organization;
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
      const { list, root } = organization;
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
      const { allow, root } = organization;
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
      const { allow, list, root } = organization;
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
      const { list, root } = organization;
      const parameters = { policyName: unique('Same'), effect: 'EFFECT_ALLOW', condition: 'false' };
      const body = envelope(service, createPolicy, root.organizationId, parameters);
      const first = await (await sendStamped(service, root.key, createPolicy, body)).json();
      const second = await (await sendStamped(service, root.key, createPolicy, body)).json();
      expect(second).toEqual(first);
      expect(await list()).toHaveLength(1);
    });

    test('those of another organization are not found', async () => {
      const { allow, list } = organization;
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
      const { allow, evaluationsOf, isMember, member, other, root, wallet } = organization;
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
      const { allow, deny, evaluationsOf, member, root, wallet } = organization;
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
      const { allow, deny, evaluationsOf, member, root, wallet } = organization;
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
      const { deny, member, root } = organization;
      const { policyId } = await deny({});
      const { publicKey } = await createSigningKey();
      await refusedAs('NOT_AUTHORIZED', service, member, stampLogin, { publicKey });
      await done(service, root, stampLogin, { publicKey: (await createSigningKey()).publicKey });
      await done(service, root, deletePolicy, { policyId });
      await done(service, member, stampLogin, { publicKey: (await createSigningKey()).publicKey });
    });

    test('the right to change own credentials yields to a deny', async () => {
      const { deny, member, root } = organization;
      const add = async () => ({ userId: member.userId, apiKeys: [apiKeyOf(await createSigningKey())] });
      await done(service, member, createApiKeys, await add());
      const condition = `activity.kind == 'CREATE_API_KEYS' && activity.params.user_id == '${member.userId}'`;
      await deny({ condition });
      await refusedAs('NOT_AUTHORIZED', service, member, createApiKeys, await add());
      await done(service, root, createApiKeys, await add());
    });

    test('an error in a deny denies, an error in an allow does not allow, and a policy for another activity is skipped', async () => {
      const { allow, deny, evaluationsOf, member, wallet } = organization;
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
      const { allow, member, wallet } = organization;
      const now = service.clock();
      const text = (ms: number) => `Timestamp('${new Date(ms).toISOString()}')`;
      await allow({ condition: makesWallets, time: `time.now < ${text(now + dayMs)}` });
      expect((await wallet(member)).status).toBe('ACTIVITY_STATUS_COMPLETED');
      service.clock.advanceMs(dayMs);
      await refusedAs('NOT_AUTHORIZED', service, member, createWallet, { walletName: 'No', accounts: [] });
    });

    test('a policy sees the wallet that an account is derived in, and that signs', async () => {
      const { allow, deny, isMember, member, root, wallet } = organization;
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
    const { allow, deny, isMember, member, root } = organization;
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
});
