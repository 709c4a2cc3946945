import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createPolicy, deletePolicy, updatePolicy } from '../../../../src/contract/policies.js';
import { type GetPolicyResponse, getPolicy } from '../../../../src/contract/policies.queries.js';
import { updatePolicyCases } from '../../../../src/contract/policyCases.js';
import { type GetPolicyCasesResponse, getPolicyCases } from '../../../../src/contract/policyCases.queries.js';
import type { WrittenPolicyCase } from '../../../../src/contract/policyCases.records.js';
import type { RefusalBody } from '../../../../src/contract/refusalBody.js';
import type { RefusalCode } from '../../../../src/contract/refusals.js';
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
  refusedAs,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { ask, envelope } from '../../../support/wire.js';

let service: TestService;
let root: Party;
let member: Party;
afterEach(() => service.close());

const cases = async (by: Party = root) =>
  (await ask<GetPolicyCasesResponse>(service, by.key, getPolicyCases, { organizationId: by.organizationId }))
    .policyCases;
const makesTag = { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', parameters: { userTagName: 'Tag', userIds: [] } };
const written = (more: Partial<WrittenPolicyCase> = {}): WrittenPolicyCase => ({
  name: 'Members make no tags',
  userId: member.userId,
  activity: makesTag,
  expected: 'DENY',
  ...more,
});

describe.each(databases)('on $name', ({ open }) => {
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    root = await rootOf(service);
    member = await makeMember(service, root.organizationId, null, 'Mona');
  });

  test('cases are added, replaced and deleted, in the order of making', async () => {
    const { id: activityId } = await act(service, root, createUserTag, { userTagName: 'Past', userIds: [] });
    const ofPast = { name: 'Of the past', userId: member.userId, activityId, expected: 'CONSENSUS_NEEDED' as const };
    const { caseIds } = await done(service, root, updatePolicyCases, { cases: [written(), ofPast] });
    const [first = '', second = ''] = caseIds;
    expect(await cases(member)).toEqual([
      { ...written(), caseId: first },
      { ...ofPast, caseId: second },
    ]);
    await done(service, root, updatePolicyCases, {
      cases: [written({ caseId: first, name: 'Renamed', expected: 'ALLOW' })],
      deleteCaseIds: [second],
    });
    expect(await cases()).toEqual([{ ...written({ name: 'Renamed', expected: 'ALLOW' }), caseId: first }]);
    await refusedAs('POLICY_CASE_NOT_FOUND', service, root, updatePolicyCases, { deleteCaseIds: [second] });
    await refusedAs('POLICY_CASE_NOT_FOUND', service, root, updatePolicyCases, {
      cases: [written({ caseId: second })],
    });
    await refusedAs('REQUEST_INVALID', service, root, updatePolicyCases, {
      cases: [written({ caseId: first }), written({ caseId: first, name: 'Twice' })],
    });
  });

  test('what could not be submitted is no case, and what others have is not found', async () => {
    const stranger = await makeOtherParent(service);
    const { id: foreign } = await act(service, stranger, createUserTag, { userTagName: 'Theirs', userIds: [] });
    const refusal = (code: RefusalCode, more: Partial<WrittenPolicyCase>) =>
      refusedAs(code, service, root, updatePolicyCases, { cases: [written(), written(more)] });
    const { activity: _activity, ...without } = written();
    await refusal('USER_NOT_FOUND', { userId: absentId });
    await refusal('USER_NOT_FOUND', { userId: stranger.userId });
    await refusedAs('ACTIVITY_NOT_FOUND', service, root, updatePolicyCases, {
      cases: [{ ...without, activityId: foreign }],
    });
    await refusal('ACTIVITY_TYPE_UNKNOWN', { activity: { ...makesTag, type: 'ACTIVITY_TYPE_OF_MINE' } });
    await refusal('REQUEST_INVALID', { activity: { ...makesTag, parameters: { userTagName: 7 } } });
    await refusal('REQUEST_INVALID', { activity: { ...makesTag, parameters: { ...makesTag.parameters, more: 1 } } });
    await refusal('REQUEST_INVALID', { activityId: foreign });
    await refusedAs('REQUEST_INVALID', service, root, updatePolicyCases, { cases: [without] });
    expect(await cases()).toEqual([]);
  });

  test('there are a hundred at most, with 256 KiB together', async () => {
    const many = Array.from({ length: 100 }, () => written());
    await done(service, root, updatePolicyCases, { cases: many.slice(1) });
    await refusedAs('LIMIT_REACHED', service, root, updatePolicyCases, { cases: [written(), written()] });
    const payload = 'a'.repeat(60_000);
    const signs = {
      type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
      parameters: {
        ...{ signWith: absentId, payload, encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
        hashFunction: 'HASH_FUNCTION_SHA256',
      },
    };
    const deleteCaseIds = (await cases()).map(({ caseId }) => caseId);
    const large = (count: number) => Array.from({ length: count }, () => written({ activity: signs }));
    await done(service, root, updatePolicyCases, { deleteCaseIds, cases: large(4) });
    await refusedAs('LIMIT_REACHED', service, root, updatePolicyCases, { cases: large(1) });
    expect(await cases()).toHaveLength(4);
  });

  test('members keep and read them as policies say; sub-organizations and the auth proxy have none', async () => {
    await refusedAs('NOT_AUTHORIZED', service, member, updatePolicyCases, { cases: [written()] });
    const sub = await makeSubOrganization(service);
    await refusedAs('POLICY_CASES_NOT_HERE', service, sub.users[0], updatePolicyCases, {});
    for (const by of [sub.users[0], await proxyOf(service)]) {
      const body = JSON.stringify({ organizationId: by.organizationId });
      expect(await codeOf(await sendStamped(service, by.key, getPolicyCases, body))).toBe('NOT_AUTHORIZED');
    }
  });

  test('a policy that was changed meanwhile is neither changed nor deleted, and the refusal says what it says now', async () => {
    const { policyId } = await done(service, root, createPolicy, { policyName: 'Tags', effect: 'EFFECT_DENY' });
    const policy = async () =>
      (await ask<GetPolicyResponse>(service, root.key, getPolicy, { organizationId: root.organizationId, policyId }))
        .policy;
    const { revision: opened } = await policy();
    await done(service, root, updatePolicy, { policyId, expectedRevision: opened, policyCondition: 'true' });
    const { revision } = await policy();
    expect(revision).not.toBe(opened);
    service.clock.advanceMs(1);
    const stale = { policyId, expectedRevision: opened, policyNotes: 'Mine' };
    const body = envelope(service, updatePolicy, root.organizationId, stale);
    const answer = await sendStamped(service, root.key, updatePolicy, body);
    expect(answer.status).toBe(409);
    const { code, details } = (await answer.json()) as RefusalBody;
    expect(code).toBe(10);
    expect(details).toMatchObject([{ reason: 'POLICY_CHANGED' }, { fieldViolations: expect.anything() }]);
    expect(details[1]?.fieldViolations).toContainEqual({ field: 'condition', description: 'true' });
    expect(details[1]?.fieldViolations).toContainEqual({ field: 'revision', description: revision });
    await refusedAs('POLICY_CHANGED', service, root, deletePolicy, { policyId, expectedRevision: opened });
    expect(await policy()).toMatchObject({ notes: '', condition: 'true', revision });
    await done(service, root, deletePolicy, { policyId, expectedRevision: revision });
  });
});
