import * as v from 'valibot';
import { expectedRevision, uuid } from './fields.js';
import { getPolicy, listPolicies } from './policies.queries.js';
import { policyChange, policyTexts } from './policyTexts.js';
import { activity } from './row.js';

const createPolicyParameters = policyTexts;
const createPolicyResult = v.object({ policyId: v.string() });
export interface CreatePolicyParameters extends v.InferInput<typeof createPolicyParameters> {}
export interface CreatePolicyResult extends v.InferOutput<typeof createPolicyResult> {}

/**
 * Creates a policy that allows users beyond the root quorum to do something, or denies it to everybody. `consensus` says who must approve,
 * `condition` which activities it covers, `time` when it applies.
 *
 * @remarks An organization has at most 100, each with a unique name, and 1 MiB of their texts.
 * @example
 * ```ts
 * const createPolicy = useCreatePolicy()
 * const bobId = '…'
 * createPolicy.mutate({
 *   policyName: 'Bob makes wallets',
 *   effect: 'EFFECT_ALLOW',
 *   consensus: `approvers.any(user, user.id == '${bobId}')`,
 *   condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
 * });
 * ```
 * @throws FRESH_LOGIN_REQUIRED, LIMIT_REACHED, NAME_TAKEN, POLICY_INVALID
 * @see docs/wire.md 2.14 `create_policy`
 */
export const createPolicy = activity({
  name: 'create_policy',
  versions: {
    V3: {
      resultKey: 'createPolicyResult',
      parameters: createPolicyParameters as v.GenericSchema<CreatePolicyParameters>,
      result: createPolicyResult as v.GenericSchema<CreatePolicyResult>,
    },
  },
  newest: 'V3',
  resource: 'POLICY',
  action: 'CREATE',
  right: 'quorum',
  fresh: 'required',
  changes: [listPolicies],
  refusals: ['FRESH_LOGIN_REQUIRED', 'LIMIT_REACHED', 'NAME_TAKEN', 'POLICY_INVALID'],
});

const createPoliciesParameters = v.strictObject({
  policies: v.pipe(v.array(policyTexts), v.minLength(1), v.maxLength(100)),
});
const createPoliciesResult = v.object({ policyIds: v.array(v.string()) });
export interface CreatePoliciesParameters extends v.InferInput<typeof createPoliciesParameters> {}
export interface CreatePoliciesResult extends v.InferOutput<typeof createPoliciesResult> {}

/**
 * Creates several policies, all or none.
 *
 * @returns `policyIds` in the order of the policies.
 * @throws FRESH_LOGIN_REQUIRED, LIMIT_REACHED, NAME_TAKEN, POLICY_INVALID
 * @see docs/wire.md 2.14 `create_policies`
 */
export const createPolicies = activity({
  name: 'create_policies',
  versions: {
    V1: {
      parameters: createPoliciesParameters as v.GenericSchema<CreatePoliciesParameters>,
      result: createPoliciesResult as v.GenericSchema<CreatePoliciesResult>,
    },
  },
  newest: 'V1',
  resource: 'POLICY',
  action: 'CREATE',
  right: 'quorum',
  fresh: 'required',
  changes: [listPolicies],
  refusals: ['FRESH_LOGIN_REQUIRED', 'LIMIT_REACHED', 'NAME_TAKEN', 'POLICY_INVALID'],
});

const updatePolicyParameters = v.strictObject({ ...policyChange.entries, expectedRevision });
const updatePolicyResult = v.object({ policyId: v.string() });
export interface UpdatePolicyParameters extends v.InferInput<typeof updatePolicyParameters> {}
export interface UpdatePolicyResult extends v.InferOutput<typeof updatePolicyResult> {}

/**
 * Changes the given members of a policy. The empty string removes an expression.
 *
 * @param expectedRevision - a member of ours: the policy's `revision` that the change was made from. If it has another one by now, nothing is
 * changed, and the refusal's `fieldViolations` have what it says now, a member each.
 * @throws FRESH_LOGIN_REQUIRED, POLICY_NOT_FOUND, POLICY_CHANGED, LIMIT_REACHED, NAME_TAKEN, POLICY_INVALID
 * @see docs/wire.md 2.14 `update_policy`
 */
export const updatePolicy = activity({
  name: 'update_policy',
  versions: {
    V2: {
      parameters: updatePolicyParameters as v.GenericSchema<UpdatePolicyParameters>,
      result: updatePolicyResult as v.GenericSchema<UpdatePolicyResult>,
    },
  },
  newest: 'V2',
  resource: 'POLICY',
  action: 'UPDATE',
  right: 'quorum',
  fresh: 'required',
  changes: [getPolicy, listPolicies],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'POLICY_NOT_FOUND',
    'POLICY_CHANGED',
    'LIMIT_REACHED',
    'NAME_TAKEN',
    'POLICY_INVALID',
  ],
  unrecorded: { POLICY_CHANGED: 'always' },
});

const deletePolicyParameters = v.strictObject({ policyId: uuid, expectedRevision });
const deletePolicyResult = v.object({ policyId: v.string() });
export interface DeletePolicyParameters extends v.InferInput<typeof deletePolicyParameters> {}
export interface DeletePolicyResult extends v.InferOutput<typeof deletePolicyResult> {}

/**
 * Deletes a policy.
 *
 * @param expectedRevision - as of update_policy.
 * @throws FRESH_LOGIN_REQUIRED, POLICY_NOT_FOUND, POLICY_CHANGED
 * @see docs/wire.md 2.14 `delete_policy`
 */
export const deletePolicy = activity({
  name: 'delete_policy',
  versions: {
    V1: {
      parameters: deletePolicyParameters as v.GenericSchema<DeletePolicyParameters>,
      result: deletePolicyResult as v.GenericSchema<DeletePolicyResult>,
    },
  },
  newest: 'V1',
  resource: 'POLICY',
  action: 'DELETE',
  right: 'quorum',
  fresh: 'required',
  changes: [getPolicy, listPolicies],
  refusals: ['FRESH_LOGIN_REQUIRED', 'POLICY_NOT_FOUND', 'POLICY_CHANGED'],
  unrecorded: { POLICY_CHANGED: 'always' },
});

const deletePoliciesParameters = v.strictObject({
  policyIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100)),
});
const deletePoliciesResult = v.object({ policyIds: v.array(v.string()) });
export interface DeletePoliciesParameters extends v.InferInput<typeof deletePoliciesParameters> {}
export interface DeletePoliciesResult extends v.InferOutput<typeof deletePoliciesResult> {}

/**
 * Deletes several policies, all or none.
 *
 * @throws FRESH_LOGIN_REQUIRED, POLICY_NOT_FOUND
 * @see docs/wire.md 2.14 `delete_policies`
 */
export const deletePolicies = activity({
  name: 'delete_policies',
  versions: {
    V1: {
      parameters: deletePoliciesParameters as v.GenericSchema<DeletePoliciesParameters>,
      result: deletePoliciesResult as v.GenericSchema<DeletePoliciesResult>,
    },
  },
  newest: 'V1',
  resource: 'POLICY',
  action: 'DELETE',
  right: 'quorum',
  fresh: 'required',
  changes: [getPolicy, listPolicies],
  refusals: ['FRESH_LOGIN_REQUIRED', 'POLICY_NOT_FOUND'],
});
