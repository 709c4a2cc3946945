import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { approveActivity } from '../../../../src/contract/activities.js';
import { createPolicies, createPolicy } from '../../../../src/contract/policies.js';
import { updatePolicyCases } from '../../../../src/contract/policyCases.js';
import {
  type SimulatePoliciesRequest,
  type SimulatePoliciesResponse,
  simulatePolicies,
} from '../../../../src/contract/policyCases.queries.js';
import { createPrivateKeys } from '../../../../src/contract/privateKeys.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { createUserTag } from '../../../../src/contract/userTags.js';
import type { Store } from '../../../../src/service/store/store.js';
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
import { ask, envelope } from '../../../support/wire.js';

let service: TestService;
let store: Store;
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
    store = await open();
    service = await createTestService({ store });
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
    expect(outcomes[4]?.notEvaluated?.message).toMatch(/malformed\. \S*userTagName \S/);
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
    await done(service, root, createPolicies, { policies: create });
    const dear = await simulate({ activities: byMember() });
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

  test('policies that take long to compile, and payloads that take long to read, are looked at for a while and no longer', async () => {
    const wide = `${'1==2||'.repeat(1020)}1==2`;
    const create = Array.from({ length: 80 }, (_, at) => ({
      policyName: `Wide ${at}`,
      effect: 'EFFECT_DENY' as const,
      condition: wide,
      consensus: wide,
    }));
    const compiling = await measured(() => simulate({ create, activities: byMember() }));
    expect(compiling.answer.faults).toEqual([]);
    expect(compiling.answer.outcomes).toEqual([
      { notEvaluated: { code: 'NOT_EVALUATED', message: expect.any(String) } },
    ]);
    expect(compiling.cpuMs).toBeLessThan(8000); // some 300 where nothing else runs

    const key = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1' as const, addressFormats: [], privateKeyTags: [] };
    const { privateKeys } = await done(service, root, createPrivateKeys, { privateKeys: [key] });
    const types = { EIP712Domain: [], T: [{ name: 'a', type: 'U[]' }], U: [{ name: 'a', type: 'uint8[]' }] };
    const message = { a: Array(4000).fill({ a: [] }) };
    const { id: activityId } = await act(service, root, signRawPayload, {
      signWith: privateKeys[0]?.privateKeyId ?? '',
      payload: JSON.stringify({ types, primaryType: 'T', domain: {}, message }),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    });
    const reading = await measured(() =>
      simulate({
        create: [{ policyName: 'E', effect: 'EFFECT_DENY', condition: "eth.eip_712.primary_type == 'T'" }],
        activities: Array(200).fill({ activityId, userId: member.userId }),
      }),
    );
    const { outcomes } = reading.answer;
    const evaluated = outcomes.filter(({ edited }) => edited !== undefined).length;
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThan(60);
    expect(outcomes.slice(evaluated).every(({ notEvaluated }) => notEvaluated?.code === 'NOT_EVALUATED')).toBe(true);
    expect(reading.cpuMs).toBeLessThan(8000); // of 16,000 for all of them
  });

  test('the simulations of one credential run one after the other, and few wait', async () => {
    const policies = tooMany('EFFECT_DENY', 28);
    await done(service, root, createPolicies, { policies });
    const asked = { organizationId: root.organizationId, activities: Array(40).fill(byMember()[0]) };
    const send = (by: Party) => sendStamped(service, by.key, simulatePolicies, JSON.stringify(asked));
    const answers = await Promise.all([...Array.from({ length: 12 }, () => send(root)), send(member)]);
    const codes = await Promise.all(answers.map((answer) => (answer.ok ? 'answered' : codeOf(answer))));
    expect(new Set(codes)).toEqual(new Set(['answered', 'TOO_MUCH_WORK']));
    expect(codes.slice(0, 12).filter((code) => code === 'answered').length).toBeLessThan(12);
    expect(codes.at(-1)).toBe('answered');
    expect((await send(root)).ok).toBe(true);
  });

  test('a time that no clock shows is refused, the last of the year 9999 is judged, and one that fails takes no other with it', async () => {
    const time = "CronSpan('0 9 * * *', '8h', 'Europe/Berlin')";
    const create = [{ policyName: 'Office', effect: 'EFFECT_DENY' as const, time }];
    const at = (timestampMs: string) => ({ userId: member.userId, activity: { ...makesTag, timestampMs } });
    const sent = (activities: object[]) =>
      sendStamped(
        service,
        root.key,
        simulatePolicies,
        JSON.stringify({ organizationId: root.organizationId, create, activities }),
      );
    expect(await codeOf(await sent([at('9999999999999999')]))).toBe('REQUEST_INVALID');
    expect(await codeOf(await sent([at('253402300800000')]))).toBe('REQUEST_INVALID');
    const aCase = { ...at('9999999999999999'), name: 'Late', expected: 'DENY' as const };
    const kept = await sendStamped(
      service,
      root.key,
      updatePolicyCases,
      envelope(service, updatePolicyCases, root.organizationId, { cases: [aCase] }),
    );
    expect(await codeOf(kept)).toBe('REQUEST_INVALID');
    const { outcomes } = await simulate({ create, activities: [at('253402300799999'), at('0')] });
    expect(outcomes.map(({ edited }) => edited?.outcome)).toEqual(['DENY', 'DENY']);
    const { id: activityId } = await act(service, root, createUserTag, { userTagName: 'Damaged', userIds: [] });
    await store.db.updateTable('activities').set({ intent: '{' }).where('activity_id', '=', activityId).execute();
    const mixed = await simulate({ activities: [{ activityId }, ...byMember()] });
    expect(mixed.outcomes.map(({ notEvaluated, today }) => notEvaluated?.code ?? today?.outcome)).toEqual([
      'NOT_EVALUATED',
      'DENY',
    ]);
  });

  test('whoever is asked about is taken with a credential that works, and not with a recovery key', async () => {
    const { userId } = member;
    const proves = (kind: string) => ({
      policyName: kind,
      effect: 'EFFECT_ALLOW' as const,
      consensus: `credentials.any(each, each.type == '${kind}')`,
    });
    const create = [proves('CREDENTIAL_TYPE_API_KEY_P256'), proves('CREDENTIAL_TYPE_RECOVER_USER_KEY_P256')];
    const names = async () => (await simulate({ create, activities: byMember() })).outcomes[0]?.edited?.policyNames;
    const all = await store.db.selectFrom('credentials').selectAll().where('user_id', '=', userId).execute();
    const [own] = all;
    if (!own) throw new Error('The member has no credential.');
    const older = { ...own, created_at_ms: own.created_at_ms - 2, is_proved: 1 as const };
    const expired = { ...older, credential_id: `${own.credential_id.slice(0, -1)}x`, lookup_key: 'x', public_key: 'x' };
    const recovery = {
      ...{ ...expired, credential_id: `${own.credential_id.slice(0, -1)}y`, lookup_key: 'y', public_key: 'y' },
      ...{ credential_type: 'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256', expires_at_ms: null },
    };
    const gone = { ...expired, credential_type: 'CREDENTIAL_TYPE_API_KEY_SECP256K1', expires_at_ms: 1 };
    await store.db.insertInto('credentials').values([recovery, gone]).execute();
    expect(await names()).toEqual(['CREDENTIAL_TYPE_API_KEY_P256']);
  });
});

/** What a simulation answers, and how long this process worked for it. */
async function measured(ask: () => Promise<SimulatePoliciesResponse>) {
  const before = process.cpuUsage();
  const answer = await ask();
  const { user, system } = process.cpuUsage(before);
  return { answer, cpuMs: (user + system) / 1000 };
}
