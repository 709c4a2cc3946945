import type { Kysely } from 'kysely';
import { createCacheByLength } from '../../cache.js';
import type { RequestWork } from '../../limits/requestWork.js';
import { inSlicesOutside } from '../../slices.js';
import { ChangedMeanwhile } from '../../store/changedMeanwhile.js';
import { perStore } from '../../store/perStore.js';
import type { Row, Tables } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';
import type { Organization } from '../callers/caller.js';
import { type CompiledPolicy, compilePolicy, type StoredPolicy } from './compile.js';

/**
 * The compiled policies of an organization. The organization's row, which is read with the caller, shows whether it ever had any: without
 * policies this costs nothing.
 *
 * They are cached by the id that each change of a policy gives the organization's row: the next decision sends no statement and parses
 * nothing. Many take long to compile: in slices, before a transaction, and charged to the request.
 *
 * @throws {ChangedMeanwhile} inside a transaction
 */
export async function policiesOf(
  db: Kysely<Tables>,
  { organization_id, policies_revision: revision }: Pick<Organization, 'organization_id' | 'policies_revision'>,
  work: Pick<RequestWork, 'charge'>,
): Promise<readonly CompiledPolicy[]> {
  if (revision === null) return [];
  const kept = compiledPoliciesIn(db);
  const known = kept.get(revision);
  if (known) return known;
  const stored = await policiesToAsk(db, { organization_id });
  const length = stored.reduce((sum, each) => sum + lengthOf(each), 0);
  if (db.isTransaction && length > mostInside)
    throw new ChangedMeanwhile('The policies are compiled before a transaction.');
  const policies = await inSlicesOutside(db, stored, (policy) => work.charge(() => compilePolicy(policy)));
  // Outside a transaction they may have changed since the caller's organization was read.
  const [now] = await revisionNow(db, { organization_id });
  if (now?.policies_revision !== revision) return policies;
  kept.set(revision, policies, length);
  return policies;
}

const lengthOf = ({ consensus, condition, time }: StoredPolicy): number =>
  consensus.length + condition.length + time.length;

/** Characters that are compiled in some milliseconds. */
const mostInside = 8192;

/** Compiles an organization's policies, so that a transaction finds them. */
export async function compilePolicies(
  db: Kysely<Tables>,
  organizationId: string,
  work: Pick<RequestWork, 'charge'>,
): Promise<void> {
  const [organization] = await revisionNow(db, { organization_id: organizationId });
  if (organization) await policiesOf(db, { ...organization, organization_id: organizationId }, work);
}

const policiesToAsk = statement((db, value: ValueOf<Pick<Row<'policies'>, 'organization_id'>>) =>
  db
    .selectFrom('policies')
    .select(['policy_id', 'effect', 'consensus', 'condition', 'time'])
    .where('organization_id', '=', value('organization_id'))
    .orderBy('policy_id'),
);

const revisionNow = statement((db, value: ValueOf<Pick<Row<'organizations'>, 'organization_id'>>) =>
  db.selectFrom('organizations').select('policies_revision').where('organization_id', '=', value('organization_id')),
);

/** Organizations, and characters of their policies, of which each takes some forty bytes. */
const cacheSizes = { short: { entries: 5000, characters: 1_000_000 }, long: { characters: 2_000_000 } };

/** By revision, which is random: no other policies ever have it, even if the change that made it is undone. */
const compiledPoliciesIn = perStore(() => createCacheByLength<readonly CompiledPolicy[]>(cacheSizes));
