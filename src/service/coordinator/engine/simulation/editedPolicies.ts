import type { SimulatePoliciesRequest } from '../../../../contract/policyCases.queries.js';
import type { EditedPolicyFault } from '../../../../contract/policyCases.records.js';
import { RefusedError } from '../../../../contract/refusals.js';
import type { ActivityRow } from '../../../../contract/row.js';
import { activityRows } from '../../../../contract/rows.js';
import { limits } from '../../../limits/limits.js';
import { inSlices } from '../../../slices.js';
import type { Row } from '../../../store/schema.js';
import { faultOf } from '../../policy/checkPolicy.js';
import { type CompiledPolicy, compilePolicy } from '../../policy/compile.js';
import { policiesOf } from '../../policy/organizationPolicies.js';
import { checkText, policiesIn } from '../../records/policies.js';
import type { QueryContext } from '../handler.js';

/** Policies that are asked, and how they are named. */
export type AskedPolicies = {
  readonly policies: readonly CompiledPolicy[];
  /** By their ids. */
  readonly names: ReadonlyMap<string, string>;
};

type Edits = Pick<SimulatePoliciesRequest, 'create' | 'update' | 'delete'>;
type Policy = Pick<
  Row<'policies'>,
  'policy_id' | 'policy_name' | 'effect' | 'condition' | 'consensus' | 'time' | 'notes'
>;

/** An organization's policies of today, and as edited. Those are not there where one of them could not be made. */
export async function editedPolicies(
  { db, organization, tools }: Pick<QueryContext, 'db' | 'organization' | 'tools'>,
  edits: Edits,
): Promise<{
  readonly faults: EditedPolicyFault[];
  readonly today: AskedPolicies;
  readonly edited: AskedPolicies | undefined;
}> {
  const before = await policiesIn(db, organization);
  const compiled = new Map((await policiesOf(db, organization)).map((policy) => [policy.policyId, policy]));
  const asked = async (policies: readonly Policy[], isKnown: (policy: Policy) => boolean): Promise<AskedPolicies> => ({
    policies: await inSlices(policies, (policy) => {
      const known = isKnown(policy) ? compiled.get(policy.policy_id) : undefined;
      return known ?? tools.work.charge(() => compilePolicy(policy));
    }),
    names: new Map(policies.map(({ policy_id, policy_name }) => [policy_id, policy_name])),
  });
  const today = await asked(before, () => true);
  const { after, changed, absent } = applied(before, edits);
  const found = await inSlices([...changed], (policy) => tools.work.charge(() => faultIn(policy, after)));
  const faults = [
    ...absent.map((policyId) => ({ policyId, code: 'POLICY_NOT_FOUND' as const })),
    ...found.filter((fault) => fault !== undefined),
    ...(isTooMuch(before, after) ? [{ code: 'LIMIT_REACHED' as const }] : []),
  ];
  return {
    faults,
    today,
    edited: faults.length > 0 ? undefined : await asked(after, (policy) => !changed.has(policy)),
  };
}

function applied(before: readonly Policy[], { create = [], update = [], delete: removed = [] }: Edits) {
  const after = new Map<string, Policy>(before.map((policy) => [policy.policy_id, policy]));
  const changed = new Map<string, Policy>();
  const absent: string[] = [];
  for (const change of update) {
    const policy = after.get(change.policyId);
    if (!policy) {
      absent.push(change.policyId);
      continue;
    }
    const later = {
      ...policy,
      policy_name: change.policyName ?? policy.policy_name,
      effect: change.policyEffect ?? policy.effect,
      condition: change.policyCondition ?? policy.condition,
      consensus: change.policyConsensus ?? policy.consensus,
      time: change.time ?? policy.time,
      notes: change.policyNotes ?? policy.notes,
    };
    after.set(policy.policy_id, later);
    changed.set(policy.policy_id, later);
  }
  for (const policyId of removed) {
    if (!after.delete(policyId)) absent.push(policyId);
    changed.delete(policyId);
  }
  for (const [
    index,
    { policyName, effect, condition = '', consensus = '', time = '', notes = '' },
  ] of create.entries()) {
    const policy = { policy_id: `new ${index}`, policy_name: policyName, effect, condition, consensus, time, notes };
    after.set(policy.policy_id, policy);
    changed.set(policy.policy_id, policy);
  }
  return { after: [...after.values()], changed: new Set(changed.values()), absent };
}

function faultIn(policy: Policy, all: readonly Policy[]): EditedPolicyFault | undefined {
  const { policy_id: policyId, policy_name: policyName } = policy;
  const whose = { ...(!policyId.startsWith('new ') && { policyId }), policyName };
  const fault = faultOf(policy, Object.values<ActivityRow>(activityRows));
  if (fault) return { ...whose, code: 'POLICY_INVALID', ...fault };
  const isTaken = all.some(({ policy_id, policy_name }) => policy_name === policyName && policy_id !== policyId);
  return isTaken ? { ...whose, code: 'NAME_TAKEN' } : undefined;
}

/** Whether an organization may not have as many policies, or as much text. */
function isTooMuch(before: readonly Policy[], after: readonly Policy[]): boolean {
  if (after.length > limits.policies.most && after.length > before.length) return true;
  try {
    checkText([], before, after);
    return false;
  } catch (error) {
    if (error instanceof RefusedError) return true;
    throw error;
  }
}
