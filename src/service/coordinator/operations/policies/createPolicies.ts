import type { createPolicies, createPolicy } from '../../../../contract/policies.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { addPolicies, checkPolicies, membersIn, newPolicies } from './records.js';

/** Reading expressions takes its time: that comes before the transaction. */
export const createPolicyHandler: ActivityHandler<typeof createPolicy, null> = {
  async prepare({ parameters }, { tools }) {
    await checkPolicies([{ ...parameters, members: membersIn('') }], tools.work);
    return null;
  },

  async execute({ parameters }, execution) {
    const policies = newPolicies(execution, [parameters]);
    await addPolicies(execution, policies);
    return done({ policyId: policies[0]?.policy_id ?? '' });
  },
};

export const createPoliciesHandler: ActivityHandler<typeof createPolicies, null> = {
  async prepare({ parameters }, { tools }) {
    await checkPolicies(
      parameters.policies.map((policy, place) => ({ ...policy, members: membersIn(`policies.${place}.`) })),
      tools.work,
    );
    return null;
  },

  async execute({ parameters }, execution) {
    const policies = newPolicies(execution, parameters.policies);
    await addPolicies(execution, policies);
    return done({ policyIds: policies.map(({ policy_id }) => policy_id) });
  },
};
