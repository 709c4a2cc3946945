import type { updatePolicy } from '../../../../contract/policies.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkPolicies, checkText, findPolicy, noteChange, policiesIn } from './records.js';

const members = { consensus: 'policyConsensus', condition: 'policyCondition', time: 'time' };

/** Each expression is checked by itself, so that the ones that stay need no second look. */
export const updatePolicyHandler: ActivityHandler<typeof updatePolicy, null> = {
  async prepare({ parameters: { policyConsensus: consensus, policyCondition: condition, time } }, { tools }) {
    await checkPolicies([{ consensus, condition, time, members }], tools.work);
    return null;
  },

  async execute({ parameters }, execution) {
    const { transaction, organization, nowMs } = execution;
    const policy = await findPolicy(transaction, organization, parameters.policyId);
    const { policyName, policyEffect, policyCondition, policyConsensus, policyNotes, time } = parameters;
    const others = await policiesIn(transaction, organization);
    if (others.some(({ policy_id, policy_name }) => policy_name === policyName && policy_id !== policy.policy_id))
      throw refused('NAME_TAKEN');
    const changed = {
      policy_name: policyName ?? policy.policy_name,
      effect: policyEffect ?? policy.effect,
      condition: policyCondition ?? policy.condition,
      consensus: policyConsensus ?? policy.consensus,
      time: time ?? policy.time,
      notes: policyNotes ?? policy.notes,
      updated_at_ms: nowMs,
    };
    checkText(others, [policy], [changed]);
    await transaction
      .updateTable('policies')
      .set(changed)
      .where('organization_id', '=', organization.organization_id)
      .where('policy_id', '=', policy.policy_id)
      .execute();
    await noteChange(execution);
    return done({ policyId: policy.policy_id });
  },
};
