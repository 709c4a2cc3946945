import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity, rejectActivity } from '../../../../src/contract/activities.js';
import { getActivity, listActivities } from '../../../../src/contract/activities.queries.js';
import type { Activity } from '../../../../src/contract/activities.records.js';
import {
  type CreatePolicyParameters,
  createPolicies,
  deletePolicies,
  updatePolicy,
} from '../../../../src/contract/policies.js';
import { type GetPolicyEvaluationsResponse, getPolicyEvaluations } from '../../../../src/contract/policies.queries.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { signRawPayloads } from '../../../../src/contract/signing.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { createSigningKey } from '../../../../src/crypto/p256.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  act,
  codeOf,
  done,
  makeMember,
  makeSubOrganization,
  type Party,
  refusedAs,
  sendStamped,
} from '../../../support/parties.js';
import { tooMany } from '../../../support/policies/costly.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';

describe.each(databases)('policies that take many steps, on $name', ({ open }) => {
  let service: TestService;
  let root: Party;
  let second: Party;
  let member: Party;
  let other: Party;
  let signWith: string;
  beforeAll(async () => {
    service = await createTestService({ store: await open() });
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const made = await makeSubOrganization(service, { roots: 2 });
    [root, second] = made.users as [Party, Party];
    member = await makeMember(service, made.organizationId, service.organizationId, 'Mona');
    other = await makeMember(service, made.organizationId, service.organizationId, 'Otto');
    const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1' as const, addressFormats: [], privateKeyTags: [] };
    const { privateKeys } = await done(service, root, createPrivateKeys, { privateKeys: [key] });
    signWith = privateKeys[0]?.privateKeyId ?? '';
  });

  const policies = (given: CreatePolicyParameters[]) => done(service, root, createPolicies, { policies: given });
  const payloads = (count: number) => ({
    signWith,
    payloads: Array.from({ length: count }, (_, index) => index.toString(16).padStart(64, '0')),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL' as const,
    hashFunction: 'HASH_FUNCTION_NO_OP' as const,
  });
  const both = () => ({
    policyName: 'Both sign',
    effect: 'EFFECT_ALLOW' as const,
    consensus: `approvers.any(a, a.id == '${member.userId}') && approvers.any(a, a.id == '${other.userId}')`,
    condition: "activity.action == 'SIGN'",
  });
  const read = async ({ id, organizationId }: Activity) =>
    (await ask<{ activity: Activity }>(service, root.key, getActivity, { organizationId, activityId: id })).activity;
  const evaluationsOf = async ({ id, organizationId }: Activity) =>
    (
      await ask<GetPolicyEvaluationsResponse>(service, root.key, getPolicyEvaluations, {
        organizationId,
        activityId: id,
      })
    ).policyEvaluations;
  const countOf = async ({ organizationId }: Party) =>
    (await ask<{ activities: Activity[] }>(service, root.key, listActivities, { organizationId })).activities.length;

  test('A-63: a decision beyond its budget is refused, says by how many policies and payloads, and is not recorded', async () => {
    await policies(tooMany());
    const before = await countOf(member);
    const body = envelope(service, signRawPayloads, member.organizationId, payloads(3));
    for (const _ of [1, 2]) {
      const answer = await sendStamped(service, member.key, signRawPayloads, body);
      expect(answer.status).toBe(400);
      expect((await answer.clone().json()).message).toContain('100 policies, 3 payloads');
      expect(await codeOf(answer)).toBe('POLICY_TOO_COSTLY');
    }
    expect(await countOf(member)).toBe(before);
  });

  test('A-63: payloads that are one thing to policies cost what one costs', async () => {
    await policies([
      ...tooMany('EFFECT_DENY', 40),
      { ...both(), consensus: `approvers.any(a, a.id == '${member.userId}')` },
    ]);
    const { status } = await act(service, member, signRawPayloads, payloads(100));
    expect(status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-63: what a transaction has no time for is decided before it', async () => {
    const tags = {
      policyName: 'Tags',
      effect: 'EFFECT_ALLOW' as const,
      condition: "activity.kind == 'CREATE_USER_TAG'",
    };
    await policies([...tooMany('EFFECT_DENY', 30), tags]);
    const tag = await act(service, member, createUserTag, { userTagName: 'Tag', userIds: [] });
    expect(tag.status).toBe('ACTIVITY_STATUS_COMPLETED');
    const [evaluation] = await evaluationsOf(tag);
    expect(evaluation?.policyEvaluations.map(({ outcome }) => outcome).sort()).toEqual([
      'OUTCOME_ALLOW',
      ...Array.from({ length: 30 }, () => 'OUTCOME_DENY_IMPLICIT'),
    ]);
  });

  test('A-63: a vote that needs a decision beyond the budget does not count, and one’s own is rejected without one', async () => {
    await policies([both()]);
    const waiting = await act(service, member, signRawPayloads, payloads(2));
    const { policyIds } = await policies(tooMany('EFFECT_ALLOW', 99));
    const { fingerprint } = waiting;
    for (const row of [approveActivity, rejectActivity])
      await refusedAs('POLICY_TOO_COSTLY', service, other, row, { fingerprint });
    await refusedAs('POLICY_TOO_COSTLY', service, member, approveActivity, { fingerprint });
    expect((await read(waiting)).votes).toHaveLength(1);
    await done(service, root, deletePolicies, { policyIds });
    await done(service, other, approveActivity, { fingerprint });
    expect((await read(waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');

    const again = await act(service, member, signRawPayloads, payloads(2));
    await policies(tooMany('EFFECT_ALLOW', 99));
    await done(service, member, rejectActivity, { fingerprint: again.fingerprint });
    expect((await read(again)).status).toBe('ACTIVITY_STATUS_REJECTED');
  });

  test('A-63: a vote on what has no preparation is decided within the budget, too', async () => {
    const tags = { ...both(), policyName: 'Both tag', condition: "activity.kind == 'CREATE_USER_TAG'" };
    await policies([tags, ...tooMany('EFFECT_ALLOW', 25)]);
    const waiting = await act(service, member, createUserTag, { userTagName: 'Tag', userIds: [] });
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    await done(service, other, approveActivity, { fingerprint: waiting.fingerprint });
    expect((await read(waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-63: a root member is never refused: what is too costly waits for the root quorum, without outcomes', async () => {
    const { users } = await makeSubOrganization(service, { roots: 2, threshold: 2 });
    [root, second] = users as [Party, Party];
    member = await makeMember(service, root.organizationId, service.organizationId, 'Mona');
    const made = await act(service, root, createPolicies, { policies: tooMany('EFFECT_ALLOW') });
    await done(service, second, approveActivity, { fingerprint: made.fingerprint });
    const waiting = await act(service, root, createUserTag, { userTagName: 'Tag', userIds: [] });
    expect(waiting.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED');
    expect(await evaluationsOf(waiting)).toEqual([]);
    const { fingerprint } = waiting;
    await refusedAs('POLICY_TOO_COSTLY', service, member, approveActivity, { fingerprint });
    await refusedAs('POLICY_TOO_COSTLY', service, member, rejectActivity, { fingerprint });
    await done(service, second, approveActivity, { fingerprint });
    expect((await read(waiting)).status).toBe('ACTIVITY_STATUS_COMPLETED');
  });

  test('A-63: policies beyond the budget keep a member from logging in, and no root member', async () => {
    await policies(tooMany());
    const { publicKey } = await createSigningKey();
    await refusedAs('POLICY_TOO_COSTLY', service, member, stampLogin, { publicKey });
    await done(service, root, stampLogin, { publicKey });
  });

  test('A-65: policies have 1 MiB of text together when they are made, and what is above it may become less', async () => {
    const text = 'true'.padEnd(16_000, ' ');
    const long = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index) => ({
        policyName: `Long ${from + index}`,
        effect: 'EFFECT_DENY' as const,
        condition: text,
        consensus: `!(${'true'.padEnd(16_000, ' ')})`,
      }));
    const { policyIds } = await policies(long(30));
    const [policyId = ''] = (await policies([{ policyName: 'Short', effect: 'EFFECT_DENY', condition: 'false' }]))
      .policyIds;
    await refusedAs('LIMIT_REACHED', service, root, createPolicies, { policies: long(3, 30) });
    await policies(long(2, 30));
    const longer = { policyId, policyCondition: text, policyConsensus: text };
    await refusedAs('LIMIT_REACHED', service, root, updatePolicy, longer);
    // As an organization has it that made them when more was let in.
    await service.service.tools.store.db
      .updateTable('policies')
      .set({ notes: 'x'.repeat(100_000) })
      .where('organization_id', '=', root.organizationId)
      .where('policy_id', '=', policyId)
      .execute();
    await refusedAs('LIMIT_REACHED', service, root, updatePolicy, {
      policyId: policyIds[0] ?? '',
      policyNotes: 'more',
    });
    await done(service, root, updatePolicy, { policyId: policyIds[0] ?? '', policyCondition: 'true' });
  });

  test('A-65: many long policies are compiled before a transaction, whoever asks them first', async () => {
    const ors = `false${' || false'.repeat(1700)}`;
    await policies([
      ...Array.from({ length: 30 }, (_, index) => ({
        policyName: `Or ${index}`,
        effect: 'EFFECT_DENY' as const,
        condition: ors,
      })),
      { policyName: 'Tags', effect: 'EFFECT_ALLOW', condition: "activity.kind == 'CREATE_USER_TAG'" },
    ]);
    const tag = await act(service, member, createUserTag, { userTagName: 'Tag', userIds: [] });
    expect(tag.status).toBe('ACTIVITY_STATUS_COMPLETED');
  });
});
