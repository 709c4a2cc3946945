import type { Kysely, Transaction } from 'kysely';
import type { PolicyCase, WrittenPolicyCase } from '../../../contract/policyCases.records.js';
import { refused } from '../../../contract/refusals.js';
import { utf8 } from '../../../crypto/bytes.js';
import { limits } from '../../limits/limits.js';
import type { Row, Tables } from '../../store/schema.js';

/** The cases of an organization's policies, in the order of making. */
export const casesIn = (db: Kysely<Tables>, organizationId: string): Promise<Row<'policy_cases'>[]> =>
  db.selectFrom('policy_cases').selectAll().where('organization_id', '=', organizationId).orderBy('case_id').execute();

/** A case as the wire has it. */
export const writeCase = ({ case_id, name, user_id, activity, expected }: Row<'policy_cases'>): PolicyCase => ({
  caseId: case_id,
  name,
  userId: user_id,
  ...JSON.parse(activity),
  expected,
});

/** A case as it is stored. */
export const caseRow = (
  organizationId: string,
  caseId: string,
  { name, userId, activityId, activity, expected }: WrittenPolicyCase,
): Row<'policy_cases'> => ({
  organization_id: organizationId,
  case_id: caseId,
  name,
  user_id: userId,
  activity: JSON.stringify({ activityId, activity }),
  expected,
});

/** Deletes and writes cases. @throws {RefusedError} POLICY_CASE_NOT_FOUND, LIMIT_REACHED */
export async function changeCases(
  transaction: Transaction<Tables>,
  organizationId: string,
  { put, remove, added }: CaseChanges,
): Promise<void> {
  const there = await casesIn(transaction, organizationId);
  const ids = new Set(there.map(({ case_id }) => case_id));
  const replaced = put.map(({ case_id }) => case_id);
  if ([...remove, ...replaced].some((id) => !ids.has(id) && !added.has(id))) throw refused('POLICY_CASE_NOT_FOUND');
  const gone = new Set([...remove, ...replaced]);
  const after = [...there.filter(({ case_id }) => !gone.has(case_id)), ...put];
  if (after.length > limits.policyCases.most) throw refused('LIMIT_REACHED', { about: 'cases for policies' });
  const [more, bytes] = [bytesOf(put) - bytesOf(there.filter(({ case_id }) => gone.has(case_id))), bytesOf(after)];
  if (more > 0 && bytes > limits.policyCaseBytes.most)
    throw refused('LIMIT_REACHED', { about: '256 KiB of cases for policies' });
  if (gone.size > 0)
    await transaction
      .deleteFrom('policy_cases')
      .where('organization_id', '=', organizationId)
      .where('case_id', 'in', [...gone])
      .execute();
  if (put.length > 0)
    await transaction
      .insertInto('policy_cases')
      .values([...put])
      .execute();
}

type CaseChanges = {
  readonly put: readonly Row<'policy_cases'>[];
  readonly remove: readonly string[];
  /** The ids of those that are new. */
  readonly added: ReadonlySet<string>;
};

const bytesOf = (cases: readonly Row<'policy_cases'>[]): number =>
  cases.reduce((sum, { name, activity }) => sum + utf8(name + activity).length, 0);
