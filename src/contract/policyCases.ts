import * as v from 'valibot';
import { uuid } from './fields.js';
import { getPolicyCases } from './policyCases.queries.js';
import { type WrittenPolicyCase, writtenPolicyCase } from './policyCases.records.js';
import { activity } from './row.js';

const updatePolicyCasesParameters = v.strictObject({
  cases: v.optional(
    v.pipe(
      v.array(writtenPolicyCase as v.GenericSchema<WrittenPolicyCase>),
      v.maxLength(100, 'must have at most 100'),
      v.check((cases) => {
        const ids = cases.flatMap(({ caseId }) => caseId ?? []);
        return new Set(ids).size === ids.length;
      }, 'must hold each caseId once'),
    ),
  ),
  deleteCaseIds: v.optional(v.pipe(v.array(uuid), v.maxLength(100, 'must have at most 100'))),
});
const updatePolicyCasesResult = v.object({ caseIds: v.array(v.string()) });
export interface UpdatePolicyCasesParameters extends v.InferInput<typeof updatePolicyCasesParameters> {}
export interface UpdatePolicyCasesResult extends v.InferOutput<typeof updatePolicyCasesResult> {}

/**
 * Adds, replaces and deletes cases that an organization's policies must hold: who does what, and what is to become of it. All or none. They
 * change no decision: the dashboard's editor and `latchkey policies test` look at them. Top-level organizations only.
 *
 * @remarks An organization has at most 100, with 256 KiB together. What is written in a case is kept as it is, and every user of the
 * organization reads it: write no secret in it.
 * @returns `caseIds` in the order of `cases`.
 * @throws FRESH_LOGIN_REQUIRED, POLICY_CASES_NOT_HERE, POLICY_CASE_NOT_FOUND, USER_NOT_FOUND, ACTIVITY_NOT_FOUND,
 * LIMIT_REACHED
 * @see A row of our own
 */
export const updatePolicyCases = activity({
  name: 'update_policy_cases',
  versions: {
    V1: {
      parameters: updatePolicyCasesParameters as v.GenericSchema<UpdatePolicyCasesParameters>,
      result: updatePolicyCasesResult as v.GenericSchema<UpdatePolicyCasesResult>,
    },
  },
  newest: 'V1',
  resource: 'POLICY',
  action: 'UPDATE',
  right: 'quorum',
  fresh: 'required',
  changes: [getPolicyCases],
  refusals: [
    'FRESH_LOGIN_REQUIRED',
    'POLICY_CASES_NOT_HERE',
    'POLICY_CASE_NOT_FOUND',
    'USER_NOT_FOUND',
    'ACTIVITY_NOT_FOUND',
    'LIMIT_REACHED',
  ],
});
