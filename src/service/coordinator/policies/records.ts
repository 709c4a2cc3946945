import type { Kysely, Transaction } from 'kysely';
import type { CreatePolicyParameters } from '../../../contract/policies.js';
import type { Policy } from '../../../contract/policies.records.js';
import { refused } from '../../../contract/refusals.js';
import type { ActivityRow } from '../../../contract/row.js';
import { activityRows } from '../../../contract/rows.js';
import { timestampOf } from '../../../contract/timestamps.js';
import type { Row, Tables } from '../../store/schema.js';
import { newId, type Tools } from '../../tools.js';
import type { Organization } from '../caller/caller.js';
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

/** What is wrong with a policy is said by the member that it came in. */
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
  { random }: Pick<Tools, 'random'>,
  { organization_id }: Organization,
  given: readonly CreatePolicyParameters[],
  nowMs: number,
): Row<'policies'>[] =>
  given.map(({ policyName, effect, condition = '', consensus = '', time = '', notes = '' }) => ({
    organization_id,
    policy_id: newId(random),
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
export async function addPolicies(
  tools: Pick<Tools, 'random'>,
  transaction: Transaction<Tables>,
  organization: Organization,
  policies: readonly Row<'policies'>[],
): Promise<void> {
  const there = await policiesIn(transaction, organization);
  if (there.length + policies.length > most) throw refused('LIMIT_REACHED');
  const names = new Set([...there, ...policies].map(({ policy_name }) => policy_name));
  if (names.size < there.length + policies.length) throw refused('NAME_TAKEN');
  await transaction
    .insertInto('policies')
    .values([...policies])
    .execute();
  await noteChange(tools, transaction, organization);
}

/** Says that the policies of an organization are other ones now: whoever has read them reads them again. */
export async function noteChange(
  { random }: Pick<Tools, 'random'>,
  transaction: Transaction<Tables>,
  { organization_id }: Organization,
): Promise<void> {
  await transaction
    .updateTable('organizations')
    .set({ policies_revision: newId(random) })
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
