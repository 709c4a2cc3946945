import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createPolicies, createPolicy } from '../../../../src/contract/policies.js';
import {
  type SimulatePoliciesRequest,
  type SimulatePoliciesResponse,
  simulatePolicies,
} from '../../../../src/contract/policyCases.queries.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import {
  absentId,
  act,
  codeOf,
  done,
  makeMember,
  makeOtherParent,
  makeSubOrganization,
  type Party,
  proxyOf,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { tooMany } from '../../../support/policies/costly.js';
import { databases } from '../../../support/stores.js';
import { ask } from '../../../support/wire.js';

let service: TestService;
let root: Party;
let member: Party;
let other: Party;
afterEach(() => service.close());

type Asked = Partial<SimulatePoliciesRequest>;
const simulate = (asked: Asked, by: Party = root) =>
  ask<SimulatePoliciesResponse>(service, by.key, simulatePolicies, {
    organizationId: root.organizationId,
    activities: [],
    ...asked,
  });
const makesTag = { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', parameters: { userTagName: 'Tag', userIds: [] } };
const byMember = () => [{ userId: member.userId, activity: makesTag }];
const deny = { outcome: 'DENY', policyNames: [] };

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
    member = await makeMember(service, root.organizationId, null, 'Mona');
    other = await makeMember(service, root.organizationId, null, 'Otto');
  });

  test('policies that are added, changed and deleted decide otherwise, and nothing is written', async () => {
    const allow = {
      policyName: 'Tags',
      effect: 'EFFECT_ALLOW' as const,
      condition: "activity.kind == 'CREATE_USER_TAG'",
      consensus: `approvers.any(user, user.id == '${member.userId}')`,
    };
    expect(await simulate({ create: [allow], activities: byMember() })).toEqual({
      faults: [],
      outcomes: [{ today: deny, edited: { outcome: 'ALLOW', policyNames: ['Tags'] } }],
    });
    const { policyId } = await done(service, root, createPolicy, allow);
    const both = `approvers.any(user, user.id == '${member.userId}') && approvers.count() == 2`;
    const today = { outcome: 'ALLOW', policyNames: ['Tags'] };
    const edited = async (asked: Asked) => {
      const { faults, outcomes } = await simulate({ ...asked, activities: byMember() });
      expect([faults, outcomes[0]?.today]).toEqual([[], today]);
      return outcomes[0]?.edited;
    };
    expect(await edited({ update: [{ policyId, policyConsensus: both }] })).toEqual({
      outcome: 'CONSENSUS_NEEDED',
      policyNames: ['Tags'],
    });
    expect(await edited({ delete: [policyId] })).toEqual(deny);
    const never = { policyName: 'Never', effect: 'EFFECT_DENY' as const };
    expect(await edited({ create: [never] })).toEqual({ outcome: 'DENY', policyNames: ['Never'] });
    await done(service, member, createUserTag, { userTagName: 'Still allowed', userIds: [] });
  });

  test('what cannot be made is told at its place, and the policies of today still answer', async () => {
    const { policyId } = await done(service, root, createPolicy, { policyName: 'Tags', effect: 'EFFECT_ALLOW' });
    const { faults, outcomes } = await simulate({
      create: [{ policyName: 'Tags', effect: 'EFFECT_DENY' }],
      update: [
        { policyId, policyCondition: "activity.kind = 'X'" },
        { policyId: absentId, policyName: 'Gone' },
      ],
      activities: byMember(),
    });
    expect(faults).toEqual([
      { policyId: absentId, code: 'POLICY_NOT_FOUND' },
      {
        ...{ policyId, policyName: 'Tags', code: 'POLICY_INVALID', clause: 'condition', at: 14 },
        expected: expect.any(String),
      },
      { policyName: 'Tags', code: 'NAME_TAKEN' },
    ]);
    expect(outcomes).toEqual([{ today: { outcome: 'ALLOW', policyNames: ['Tags'] } }]);
    const many = Array.from({ length: 100 }, (_, at) => ({ policyName: `${at}`, effect: 'EFFECT_DENY' as const }));
    expect((await simulate({ create: many })).faults).toEqual([{ code: 'LIMIT_REACHED' }]);
  });

  test('one of the past is judged as it was submitted, with its approvals and at its time', async () => {
    await done(service, root, createPolicy, {
      policyName: 'Two',
      effect: 'EFFECT_ALLOW',
      condition: "activity.kind == 'CREATE_USER_TAG'",
      consensus: 'approvers.count() == 2',
    });
    const { id: activityId, fingerprint } = await act(service, member, createUserTag, {
      userTagName: 'A',
      userIds: [],
    });
    await act(service, other, approveActivity, { fingerprint });
    const before = new Date(service.clock() - 3600_000).toISOString();
    const { outcomes } = await simulate({
      create: [{ policyName: 'Over', effect: 'EFFECT_DENY', time: `time.now > Timestamp('${before}')` }],
      activities: [{ activityId }, { activityId, userId: member.userId }, { activityId, userId: root.userId }],
    });
    expect(outcomes.map(({ today }) => today?.outcome)).toEqual(['ALLOW', 'CONSENSUS_NEEDED', 'ALLOW']);
    expect(outcomes.map(({ edited }) => edited?.outcome)).toEqual(['DENY', 'DENY', 'ALLOW']);
    service.clock.advanceMs(7200_000);
    const later = new Date(service.clock() - 3600_000).toISOString();
    const after = await simulate({
      create: [{ policyName: 'Over', effect: 'EFFECT_DENY', time: `time.now > Timestamp('${later}')` }],
      activities: [{ activityId }],
    });
    expect(after.outcomes[0]?.edited?.outcome).toBe('ALLOW');
  });

  test('what cannot be judged says why, and the rest goes on', async () => {
    const stranger = await makeOtherParent(service);
    const { id: foreign } = await act(service, stranger, createUserTag, { userTagName: 'Theirs', userIds: [] });
    const { id: own } = await act(service, root, createUserTag, { userTagName: 'Ours', userIds: [] });
    const { userId } = member;
    const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1' as const, addressFormats: [], privateKeyTags: [] };
    const { privateKeys } = await done(service, root, createPrivateKeys, { privateKeys: [key] });
    const signs = {
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      parameters: {
        signWith: privateKeys[0]?.privateKeyId,
        type: 'TRANSACTION_TYPE_ETHEREUM',
        unsignedTransaction: '02',
      },
    };
    const hostile = { userTagName: { toString: 1 }, userIds: '<img src=x onerror=alert(1)>' };
    const { outcomes } = await simulate({
      create: [{ policyName: 'Zero', effect: 'EFFECT_DENY', condition: 'eth.tx.value == 0' }],
      activities: [
        { activityId: foreign },
        { activityId: absentId, userId },
        { activityId: own, userId: stranger.userId },
        { userId, activity: { type: 'ACTIVITY_TYPE_OF_MINE', parameters: {} } },
        { userId, activity: { ...makesTag, parameters: hostile } },
        {
          userId,
          activity: { type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY', parameters: { fingerprint: `sha256:${'0'.repeat(64)}` } },
        },
        { userId, activity: signs },
        { userId, activity: makesTag },
      ],
    });
    expect(outcomes.map(({ notEvaluated, today }) => notEvaluated?.code ?? today?.outcome)).toEqual([
      'ACTIVITY_NOT_FOUND',
      'ACTIVITY_NOT_FOUND',
      'USER_NOT_FOUND',
      'ACTIVITY_TYPE_UNKNOWN',
      'REQUEST_INVALID',
      'VOTE',
      'TRANSACTION_MALFORMED',
      'DENY',
    ]);
  });

  test('members of the top-level organization ask about it and below; nobody else does', async () => {
    const sub = await makeSubOrganization(service);
    const { users } = sub;
    expect((await simulate({ activities: byMember() }, member)).outcomes).toEqual([{ today: deny, edited: deny }]);
    const organizationId = sub.organizationId;
    const asked = { organizationId, activities: [{ userId: users[0].userId, activity: makesTag }] };
    expect((await simulate(asked)).outcomes[0]?.today?.outcome).toBe('ALLOW');
    const code = async (by: Party) =>
      codeOf(await sendStamped(service, by.key, simulatePolicies, JSON.stringify(asked)));
    expect(await code(users[0])).toBe('NOT_AUTHORIZED');
    expect(await code(await proxyOf(service))).toBe('NOT_AUTHORIZED');
    expect(await code(await makeOtherParent(service))).toMatch(/NOT_FOUND/);
    const tooLong = { organizationId: root.organizationId, activities: Array(201).fill(byMember()[0]) };
    expect(await codeOf(await sendStamped(service, root.key, simulatePolicies, JSON.stringify(tooLong)))).toBe(
      'REQUEST_INVALID',
    );
  });

  test('two hundred activities under costly policies take five decisions’ steps, and hold the event loop for no longer than one', async () => {
    const policies = tooMany('EFFECT_DENY', 28); // of both sets, most of one decision
    await done(service, root, createPolicies, { policies });
    const activities = Array.from({ length: 200 }, () => ({ userId: member.userId, activity: makesTag }));
    await simulate({ activities: activities.slice(0, 1) });
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const { outcomes } = await simulate({
      update: [],
      create: [{ policyName: 'More', effect: 'EFFECT_DENY', condition: 'false' }],
      activities,
    });
    isOver = true;
    const evaluated = outcomes.filter(({ edited }) => edited !== undefined).length;
    expect(evaluated).toBeGreaterThanOrEqual(4);
    expect(evaluated).toBeLessThanOrEqual(6);
    expect(outcomes.slice(evaluated).every(({ notEvaluated }) => notEvaluated?.code === 'NOT_EVALUATED')).toBe(true);
    expect(turns).toBeGreaterThan(2 * evaluated); // between the two sets of each, too
    const create = tooMany('EFFECT_DENY', 70).map((policy, at) => ({ ...policy, policyName: `Dear ${at}` }));
    const dear = await simulate({ create, activities: byMember() });
    expect(dear.outcomes).toEqual([{ notEvaluated: { code: 'POLICY_TOO_COSTLY', message: expect.any(String) } }]);
  });

  test('what is to be signed is read for both sets', async () => {
    const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1' as const, addressFormats: [], privateKeyTags: [] };
    const { privateKeys } = await done(service, root, createPrivateKeys, { privateKeys: [key] });
    const activity = {
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      parameters: {
        ...{ signWith: privateKeys[0]?.privateKeyId, payload: 'a', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    };
    const { outcomes } = await simulate({
      create: [{ policyName: 'Key', effect: 'EFFECT_ALLOW', condition: "private_key.label == 'Key'" }],
      activities: [{ userId: member.userId, activity }],
    });
    expect(outcomes).toEqual([{ today: deny, edited: { outcome: 'ALLOW', policyNames: ['Key'] } }]);
  });
});
