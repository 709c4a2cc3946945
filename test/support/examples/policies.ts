import type * as policies from '../../../src/contract/policies.js';
import { createPolicy, deletePolicies } from '../../../src/contract/policies.js';
import type * as queries from '../../../src/contract/policies.queries.js';
import { type ListPoliciesResponse, listPolicies } from '../../../src/contract/policies.queries.js';
import type * as cases from '../../../src/contract/policyCases.js';
import type * as casesQueries from '../../../src/contract/policyCases.queries.js';
import { absentId } from '../parties.js';
import { ask } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const makesTag = {
  activity: { type: 'ACTIVITY_TYPE_CREATE_USER_TAG', parameters: { userTagName: 'Tag', userIds: [] } },
};

/** A policy that applies to no activity of a test. */
const policy = () => ({
  policyName: unique('Policy'),
  effect: 'EFFECT_ALLOW' as const,
  condition: "activity.kind == 'DISABLE_PRIVATE_KEY'",
  notes: '',
});

export const policyResources = {
  policyId: {
    absent: absentId,
    make: async (by: Maker) => {
      await makeRoom(by);
      return (await by.done(createPolicy, policy())).policyId;
    },
  },
};

/** Deletes all but the first, because an organization has 100 at most. */
async function makeRoom({ test, root, done }: Maker): Promise<void> {
  const { organizationId } = root;
  const { policies } = await ask<ListPoliciesResponse>(test, root.key, listPolicies, { organizationId });
  const policyIds = policies.slice(1).map(({ policyId }) => policyId);
  if (policies.length > 90) await done(deletePolicies, { policyIds });
}

export const policyExamples: Examples<typeof policies & typeof queries & typeof cases & typeof casesQueries> = {
  createPolicy: { request: policy },
  createPolicies: { request: () => ({ policies: [policy(), policy()] }) },
  updatePolicy: { request: ({ policyId }) => ({ policyId, policyNotes: 'Later' }), ofForeign: 'POLICY_NOT_FOUND' },
  deletePolicy: {
    request: async ({ spare }) => ({ policyId: await spare('policyId') }),
    ofForeign: 'POLICY_NOT_FOUND',
  },
  deletePolicies: {
    request: async ({ spare }) => ({ policyIds: [await spare('policyId')] }),
    ofForeign: 'POLICY_NOT_FOUND',
  },
  getPolicy: { request: ({ policyId }) => ({ policyId }), ofForeign: 'POLICY_NOT_FOUND' },
  listPolicies: { request: () => ({}) },
  getPolicyEvaluations: { request: ({ activityId }) => ({ activityId }), ofForeign: 'ACTIVITY_NOT_FOUND' },
  updatePolicyCases: {
    request: ({ userId }) => ({ cases: [{ name: unique('Case'), userId, ...makesTag, expected: 'DENY' }] }),
    inSub: 'POLICY_CASES_NOT_HERE',
    ofForeign: 'USER_NOT_FOUND',
  },
  getPolicyCases: { request: () => ({}) },
  simulatePolicies: { request: ({ userId }) => ({ create: [policy()], activities: [{ userId, ...makesTag }] }) },
};
