import type { Kysely } from 'kysely';
import type { CreatePolicyParameters } from '../../../../contract/policies.js';
import type { Policy } from '../../../../contract/policies.records.js';
import { refused } from '../../../../contract/refusals.js';
import type { ActivityRow } from '../../../../contract/row.js';
import { activityRows } from '../../../../contract/rows.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import { utf8 } from '../../../../crypto/bytes.js';
import { newId } from '../../../ids.js';
import type { RequestWork } from '../../../limits/requestWork.js';
import { inSlices } from '../../../slices.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Organization } from '../../callers/caller.js';
import type { Execution } from '../../engine/handler.js';
import { faultOf } from '../../policy/checkPolicy.js';

/** @see docs/wire.md 9 */
const most = 100;

/** Of all their texts: list_policies answers them whole, and each first decision reads them. */
const mostBytes = 1_048_576;

type Texts = Pick<Row<'policies'>, 'condition' | 'consensus' | 'time' | 'notes'>;

/** An organization that has more text already may make it less. @throws {RefusedError} LIMIT_REACHED */
export function checkText(there: readonly Texts[], before: readonly Texts[], after: readonly Texts[]): void {
  const more = bytesOf(after) - bytesOf(before);
  if (more > 0 && bytesOf(there) + more > mostBytes) throw refused('LIMIT_REACHED', { about: '1 MiB of policies' });
}

const bytesOf = (policies: readonly Texts[]): number =>
  policies.reduce((sum, { condition, consensus, time, notes }) => {
    return sum + utf8(condition + consensus + time + notes).length;
  }, 0);

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

type Expressions = { readonly [Clause in keyof Members]?: string | undefined } & { readonly members: Members };

/** Reads the expressions of policies that are to be made, in slices: it takes its time. @throws {RefusedError} POLICY_INVALID */
export async function checkPolicies(
  policies: readonly Expressions[],
  { charge }: Pick<RequestWork, 'charge'>,
): Promise<void> {
  const empty = { consensus: '', condition: '', time: '' };
  const expressions = policies.flatMap(({ consensus = '', condition = '', time = '', members }) =>
    [{ consensus }, { condition }, { time }].map((each) => ({ policy: { ...empty, ...each }, members })),
  );
  await inSlices(expressions, ({ policy, members }) => charge(() => checkExpressions(policy, members)));
}

/** @throws {RefusedError} POLICY_INVALID */
function checkExpressions(policy: Pick<Row<'policies'>, 'consensus' | 'condition' | 'time'>, members: Members): void {
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
    policy_id: tools.newTimedId(nowMs),
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
  checkText(there, [], policies);
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
export async function noteChange({ tools, transaction, organization }: Execution): Promise<void> {
  await transaction
    .updateTable('organizations')
    .set({ policies_revision: newId(tools.random) })
    .where('organization_id', '=', organization.organization_id)
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
