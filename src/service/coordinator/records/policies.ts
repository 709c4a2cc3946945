import type { Kysely, Transaction } from 'kysely';
import type { Policy } from '../../../contract/policies.records.js';
import { refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { utf8 } from '../../../crypto/bytes.js';
import { newId } from '../../ids.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import type { Organization } from '../callers/caller.js';
import { revisionOf } from './revisions.js';

/** Of all their texts: list_policies answers them whole, and each first decision reads them. */
const mostBytes = limits.policyBytes.most;

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
  revision: revisionOf(policy),
});

/** What a policy says now, for whoever knew it otherwise. @throws {RefusedError} POLICY_CHANGED */
export function checkRevision(policy: Row<'policies'>, expected: string | undefined): void {
  if (expected === undefined || expected === revisionOf(policy)) return;
  const { policyName, effect, consensus, condition, time = '', notes, revision } = writePolicy(policy);
  const now = { policyName, effect, consensus, condition, time, notes, revision };
  throw refused('POLICY_CHANGED', {
    fieldViolations: Object.entries(now).map(([field, description]) => ({ field, description: description ?? '' })),
  });
}

/** Where policies are changed. */
type Changing = {
  readonly tools: Pick<Tools, 'random'>;
  readonly transaction: Transaction<Tables>;
  readonly organization: Pick<Organization, 'organization_id'>;
};

/** @throws {RefusedError} LIMIT_REACHED, NAME_TAKEN */
export async function addPolicies(execution: Changing, policies: readonly Row<'policies'>[]): Promise<void> {
  const { transaction, organization } = execution;
  const there = await policiesIn(transaction, organization);
  if (there.length + policies.length > limits.policies.most) throw refused('LIMIT_REACHED');
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
export async function noteChange({ tools, transaction, organization }: Changing): Promise<void> {
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
