import type { Kysely } from 'kysely';
import type { CreatePolicyParameters } from '../../../contract/policies.js';
import type { Policy } from '../../../contract/policies.records.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row, Tables } from '../../store/schema.js';
import { newId } from '../../tools.js';
import type { Organization } from '../caller/caller.js';
import type { Execution } from '../pipeline/execution.js';
import { faultOf } from '../policy/checkPolicy.js';

/** @see Wire facts 9 */
const most = 100;

/** A policy as the wire has it. */
export const writePolicy = (policy: Row<'policies'>): Policy => ({
  policyId: policy.policy_id,
  policyName: policy.policy_name,
  effect: policy.effect,
  createdAt: timestampOf(policy.created_at_ms),
  updatedAt: timestampOf(policy.updated_at_ms),
  notes: policy.notes,
  consensus: policy.consensus,
  condition: policy.condition,
  time: policy.time,
});

/** The member that an error in a policy is reported for. */
export type Members = { readonly consensus: string; readonly condition: string; readonly time: string };

/** @throws {RefusedError} POLICY_INVALID */
export function checkExpressions(
  policy: Pick<Row<'policies'>, 'consensus' | 'condition' | 'time'>,
  members: Members,
): void {
  const fault = faultOf(policy, Object.values<ActivityRow>(activityRows));
  if (!fault) return;
  const description = `at character ${fault.at}: ${fault.expected}`;
  const field = `parameters.${members[fault.clause]}`;
  throw refused('POLICY_INVALID', {
    about: `${members[fault.clause]}, ${description}`,
    fieldViolations: [{ field, description }],
  });
}

/** The members that a new policy's expressions come in, of one by itself or of one of several. */
export const membersIn = (place: string): Members => ({
  consensus: `${place}consensus`,
  condition: `${place}condition`,
  time: `${place}time`,
});

/** Policies that are to be made, as they are stored. */
export const newPolicies = (
  { tools, organization, nowMs }: Execution,
  given: readonly CreatePolicyParameters[],
): Row<'policies'>[] =>
  given.map(({ policyName, effect, condition = '', consensus = '', time = '', notes = '' }) => ({
    organization_id: organization.organization_id,
    policy_id: newId(tools.random),
    policy_name: policyName,
    effect,
    condition,
    consensus,
    time,
    notes,
    created_at_ms: nowMs,
    updated_at_ms: nowMs,
  }));

/** @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN */
export async function addPolicies(execution: Execution, policies: readonly Row<'policies'>[]): Promise<void> {
  const { transaction, organization } = execution;
  const there = await policiesIn(transaction, organization);
  if (there.length + policies.length > most) throw refused('LIMIT_REACHED');
  const names = new Set([...there, ...policies].map(({ policy_name }) => policy_name));
  if (names.size < there.length + policies.length) throw refused('NAME_TAKEN');
  await transaction
    .insertInto('policies')
    .values([...policies])
    .execute();
  await noteChange(execution);
}

/**
 * Marks the policies of an organization as changed: cached ones are read again. Compiled policies are cached by the revision, so that
 * it must also change where their ids do not.
 */
export async function noteChange({ tools, transaction, organization, keeps }: Execution): Promise<void> {
  const { organization_id } = organization;
  const policies = await transaction
    .selectFrom('policies')
    .select('policy_id')
    .where('organization_id', '=', organization_id)
    .orderBy('policy_id')
    .execute();
  const ids = policies.map(({ policy_id }) => policy_id);
  const revised = { organization_id, revision: newId(tools.random), policy_ids: JSON.stringify(ids) };
  await transaction.insertInto('policy_revisions').values(revised).execute();
  keeps([revised]);
  await transaction
    .updateTable('organizations')
    .set({ policies_revision: revised.revision })
    .where('organization_id', '=', organization_id)
    .execute();
}

/** All policies of an organization, oldest first. */
export function policiesIn(
  db: Kysely<Tables>,
  { organization_id }: Pick<Organization, 'organization_id'>,
): Promise<Row<'policies'>[]> {
  return db
    .selectFrom('policies')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .orderBy('created_at_ms')
    .orderBy('policy_id')
    .execute();
}

/** @throws {RefusedError} POLICY_NOT_FOUND */
export async function findPolicy(
  db: Kysely<Tables>,
  { organization_id }: Pick<Organization, 'organization_id'>,
  policyId: string,
): Promise<Row<'policies'>> {
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .where('organization_id', '=', organization_id)
    .where('policy_id', '=', policyId)
    .executeTakeFirst();
  if (!policy) throw refused('POLICY_NOT_FOUND');
  return policy;
}
