import type { deletePolicies, deletePolicy } from '../../../../contract/policies.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityHandler, Execution } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { noteChange } from './records.js';

export const deletePolicyHandler: ActivityHandler<typeof deletePolicy> = {
  async execute({ parameters: { policyId } }, execution) {
    await remove(execution, [policyId]);
    return done({ policyId });
  },
};

export const deletePoliciesHandler: ActivityHandler<typeof deletePolicies> = {
  async execute({ parameters: { policyIds } }, execution) {
    await remove(execution, [...new Set(policyIds)]);
    return done({ policyIds });
  },
};

/** All of them, or none. @throws {RefusedError} POLICY_NOT_FOUND */
async function remove(execution: Execution, policyIds: readonly string[]): Promise<void> {
  const { transaction, organization } = execution;
  const removed = await transaction
    .deleteFrom('policies')
    .where('organization_id', '=', organization.organization_id)
    .where('policy_id', 'in', [...policyIds])
    .returning('policy_id')
    .execute();
  if (removed.length < policyIds.length) throw refused('POLICY_NOT_FOUND');
  await noteChange(execution);
}
