import * as v from 'valibot';
import { uuid } from './fields.js';
import {
  type EditedPolicyFault,
  editedPolicyFault,
  type PolicyCase,
  policyCase,
  type SimulatedActivity,
  type SimulatedOutcome,
  simulatedActivity,
  simulatedOutcome,
} from './policyCases.records.js';
import { policyChange, policyTexts } from './policyTexts.js';
import { query } from './row.js';

const getPolicyCasesRequest = v.strictObject({ organizationId: uuid });
const getPolicyCasesResponse = v.object({ policyCases: v.array(policyCase as v.GenericSchema<unknown, PolicyCase>) });
export interface GetPolicyCasesRequest extends v.InferInput<typeof getPolicyCasesRequest> {}
export interface GetPolicyCasesResponse extends v.InferOutput<typeof getPolicyCasesResponse> {}

/**
 * The cases that an organization's policies must hold, oldest first, in a query of our own. Users of the top-level organization alone may ask.
 *
 * @see A row of our own
 */
export const getPolicyCases = query({
  name: 'get_policy_cases',
  request: getPolicyCasesRequest as v.GenericSchema<GetPolicyCasesRequest>,
  response: getPolicyCasesResponse as v.GenericSchema<GetPolicyCasesResponse>,
  readers: 'top level',
  refusals: [],
});

const simulatePoliciesRequest = v.strictObject({
  organizationId: uuid,
  create: v.optional(v.pipe(v.array(policyTexts), v.maxLength(100))),
  update: v.optional(v.pipe(v.array(policyChange), v.maxLength(100))),
  delete: v.optional(v.pipe(v.array(uuid), v.maxLength(100))),
  activities: v.pipe(
    v.array(simulatedActivity as v.GenericSchema<SimulatedActivity>),
    v.maxLength(200, 'must have at most 200 activities'),
  ),
});
const simulatePoliciesResponse = v.object({
  faults: v.array(editedPolicyFault as v.GenericSchema<unknown, EditedPolicyFault>),
  outcomes: v.array(simulatedOutcome as v.GenericSchema<unknown, SimulatedOutcome>),
});
export interface SimulatePoliciesRequest extends v.InferInput<typeof simulatePoliciesRequest> {}
export interface SimulatePoliciesResponse extends v.InferOutput<typeof simulatePoliciesResponse> {}

/**
 * What would become of activities under the policies of today, and under the same once they are edited, in a query of our own: nothing is
 * written. Users of the top-level organization alone may ask, of it and of its sub-organizations.
 *
 * An activity is one of the past, or a written one; whoever `userId` names submits it, with the oldest usable credential that they have and no
 * approval of others. One of the past without `userId` is judged as it was submitted, at its time, with the approvals that it had. Whether a
 * login is fresh is not looked at.
 *
 * @param create - as of create_policies; `update` as of update_policy; `delete`: ids.
 * @returns `faults`, where an edited policy could not be made: then nothing has an outcome under the edited ones. `outcomes` in the order of
 * the activities. One without outcomes has `notEvaluated`: the code says why, and is NOT_EVALUATED for those that all of them together
 * would take too long for (five decisions' steps; compiling and reading 250 ms), and for one that fails. One credential's requests are
 * answered one after the other.
 * @see A row of our own
 */
export const simulatePolicies = query({
  name: 'simulate_policies',
  request: simulatePoliciesRequest as v.GenericSchema<SimulatePoliciesRequest>,
  response: simulatePoliciesResponse as v.GenericSchema<SimulatePoliciesResponse>,
  readers: 'top level',
  refusals: [],
});
