import type { SimulatePoliciesRequest } from '../../../contract/policyCases.queries.js';
import type { EditedPolicyFault } from '../../../contract/policyCases.records.js';
import { RefusedError } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { limits } from '../../limits/limits.js';
import { inSlices, ownTurn } from '../../slices.js';
import type { Row } from '../../store/schema.js';
import type { QueryContext } from '../engine/handlers/handler.js';
import { checkClause, clauses, type PolicyFault } from '../policy/checkPolicy.js';
import { type CompiledPolicy, compilePolicy, compileRead } from '../policy/compile.js';
import { makeReady } from '../policy/language/evaluate.js';
import type { Expression } from '../policy/language/syntax.js';
import { policiesOf } from '../policy/organizationPolicies.js';
import type { Clause } from '../policy/roots.js';
import { checkText, policiesIn } from '../records/policies.js';
import type { Spending } from './spending.js';

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

/**
 * An organization's policies of today, and as edited. Those are not there where one of them could not be made, or where there was no time to
 * compile them.
 */
export async function editedPolicies(
  { db, organization, tools }: Pick<QueryContext, 'db' | 'organization' | 'tools'>,
  edits: Edits,
  spending: Spending,
): Promise<{
  readonly faults: EditedPolicyFault[];
  readonly today: AskedPolicies;
  readonly edited: AskedPolicies | undefined;
}> {
  const before = await policiesIn(db, organization);
  const { work } = spending;
  // Those of today are compiled for whoever asks next, too: that is no part of the simulation's time.
  const ofToday = await policiesOf(db, organization, tools.work);
  const compiled = new Map(ofToday.map((policy) => [policy.policyId, policy]));
  const known = (policy: Policy) => compiled.get(policy.policy_id) ?? work.charge(() => compilePolicy(policy));
  const today = named(before, await inSlices(before, known));
  const { after, changed, absent } = applied(before, edits);
  const written = await compileChanged([...changed], spending);
  const invalid = written.map(({ policy, fault }) => fault ?? takenName(policy, after));
  const faults = [
    ...absent.map((policyId) => ({ policyId, code: 'POLICY_NOT_FOUND' as const })),
    ...invalid.filter((fault) => fault !== undefined),
    ...(isTooMuch(before, after) ? [{ code: 'LIMIT_REACHED' as const }] : []),
  ];
  if (faults.length > 0 || written.length < changed.size) return { faults, today, edited: undefined };
  const anew = new Map(written.map(({ policy, compiled }) => [policy, compiled]));
  return { faults, today, edited: named(after, await inSlices(after, (policy) => anew.get(policy) ?? known(policy))) };
}

const named = (policies: readonly Policy[], compiled: readonly CompiledPolicy[]): AskedPolicies => ({
  policies: compiled,
  names: new Map(policies.map(({ policy_id, policy_name }) => [policy_id, policy_name])),
});

type Written = {
  readonly policy: Policy;
  readonly fault?: EditedPolicyFault;
  /** Where nothing is wrong with it. */
  readonly compiled?: CompiledPolicy;
};

/** Checks and compiles policies, a clause at a time, until there is no time left: the rest is left out. */
async function compileChanged(policies: readonly Policy[], { work, isOver }: Spending): Promise<Written[]> {
  const all: Written[] = [];
  for (const policy of policies) {
    const read: { [Name in Clause]?: Expression } = {};
    let fault: PolicyFault | undefined;
    for (const clause of clauses) {
      if (isOver()) return all;
      await ownTurn();
      const checked = work.charge(() => checkClause(clause, policy[clause], kinds));
      fault = checked.fault;
      if (fault) break;
      const { expression } = checked;
      if (!expression) continue;
      read[clause] = expression;
      await ownTurn();
      work.charge(() => makeReady(expression));
    }
    const { consensus, condition, time } = read;
    if (fault) all.push({ policy, fault: { ...nameOf(policy), code: 'POLICY_INVALID', ...fault } });
    else all.push({ policy, compiled: work.charge(() => compileRead(policy, { consensus, condition, time })) });
  }
  return all;
}

const kinds = Object.values<ActivityRow>(activityRows);

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

const nameOf = ({ policy_id: policyId, policy_name: policyName }: Policy) => ({
  ...(!policyId.startsWith('new ') && { policyId }),
  policyName,
});

function takenName(policy: Policy, all: readonly Policy[]): EditedPolicyFault | undefined {
  const { policy_id: policyId, policy_name: policyName } = policy;
  const isTaken = all.some(({ policy_id, policy_name }) => policy_name === policyName && policy_id !== policyId);
  return isTaken ? { ...nameOf(policy), code: 'NAME_TAKEN' } : undefined;
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
