import type { createPolicies, createPolicy } from '../../../contract/policies.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { addPolicies, checkExpressions, membersIn, newPolicies } from './records.js';

/** Reading expressions takes its time: that comes before the transaction. */
export const createPolicyHandler: ActivityHandler<typeof createPolicy, null> = {
  async prepare({ parameters }) {
    const { consensus = '', condition = '', time = '' } = parameters;
    checkExpressions({ consensus, condition, time }, membersIn(''));
    return null;
  },

  async execute({ parameters }, execution) {
    const policies = newPolicies(execution, [parameters]);
    await addPolicies(execution, policies);
    return { policyId: policies[0]?.policy_id ?? '' };
  },
};

export const createPoliciesHandler: ActivityHandler<typeof createPolicies, null> = {
  async prepare({ parameters }) {
    for (const [place, { consensus = '', condition = '', time = '' }] of parameters.policies.entries())
      checkExpressions({ consensus, condition, time }, membersIn(`policies.${place}.`));
    return null;
  },

  async execute({ parameters }, execution) {
    const policies = newPolicies(execution, parameters.policies);
    await addPolicies(execution, policies);
    return { policyIds: policies.map(({ policy_id }) => policy_id) };
  },
};
