import * as v from 'valibot';
import { uuid } from './fields.js';
import { policyEvaluationRecord, policyRecord, policyTextRecord } from './policies.records.js';
import { query } from './row.js';

const getPolicyRequest = v.strictObject({ organizationId: uuid, policyId: uuid });
const getPolicyResponse = v.object({ policy: policyRecord });
export interface GetPolicyRequest extends v.InferInput<typeof getPolicyRequest> {}
export interface GetPolicyResponse extends v.InferOutput<typeof getPolicyResponse> {}

/**
 * A policy by id.
 *
 * @throws POLICY_NOT_FOUND
 * @see docs/wire.md 2.15 `get_policy`
 */
export const getPolicy = query({
  name: 'get_policy',
  request: getPolicyRequest as v.GenericSchema<GetPolicyRequest>,
  response: getPolicyResponse as v.GenericSchema<GetPolicyResponse>,
  refusals: ['POLICY_NOT_FOUND'],
});

const listPoliciesRequest = v.strictObject({ organizationId: uuid });
const listPoliciesResponse = v.object({ policies: v.array(policyRecord) });
export interface ListPoliciesRequest extends v.InferInput<typeof listPoliciesRequest> {}
export interface ListPoliciesResponse extends v.InferOutput<typeof listPoliciesResponse> {}

/**
 * All policies of an organization, oldest first; there are no pages, since an organization has at most 100.
 *
 * @see docs/wire.md 2.15 `list_policies`
 */
export const listPolicies = query({
  name: 'list_policies',
  request: listPoliciesRequest as v.GenericSchema<ListPoliciesRequest>,
  response: listPoliciesResponse as v.GenericSchema<ListPoliciesResponse>,
  refusals: [],
});

const getPolicyEvaluationsRequest = v.strictObject({ organizationId: uuid, activityId: uuid });
const getPolicyEvaluationsResponse = v.object({
  policyEvaluations: v.array(policyEvaluationRecord),
  policyTexts: v.optional(v.array(policyTextRecord)),
});
export interface GetPolicyEvaluationsRequest extends v.InferInput<typeof getPolicyEvaluationsRequest> {}
export interface GetPolicyEvaluationsResponse extends v.InferOutput<typeof getPolicyEvaluationsResponse> {}

/**
 * The outcome of each policy for an activity, per vote: empty if the root quorum decided, or a right that every user has.
 *
 * Of this service: the parts of a policy's expressions that decided (`deciding`), and in `policyTexts` what it said then, of what each
 * policy said last; that is kept for 400 days after the policy was changed or deleted.
 *
 * @throws ACTIVITY_NOT_FOUND
 * @see docs/wire.md 2.15 `get_policy_evaluations`
 */
export const getPolicyEvaluations = query({
  name: 'get_policy_evaluations',
  request: getPolicyEvaluationsRequest as v.GenericSchema<GetPolicyEvaluationsRequest>,
  response: getPolicyEvaluationsResponse as v.GenericSchema<GetPolicyEvaluationsResponse>,
  refusals: ['ACTIVITY_NOT_FOUND'],
});
