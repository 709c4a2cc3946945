import type { Kysely } from 'kysely';
import { type DecidingPart, type PolicyOutcome, policyOutcome } from '../../../../contract/policies.records.js';
import { createCache } from '../../../cache.js';
import { perStore } from '../../../store/perStore.js';
import type { Row, Tables } from '../../../store/schema.js';
import { readDeciding, writeDeciding } from '../../policy/deciding.js';
import type { Ruling } from '../../policy/judge.js';
import { keepTexts } from '../../records/policyTexts.js';

/** What one policy said. */
export type OutcomeOfPolicy = {
  readonly policyId: string;
  readonly outcome: PolicyOutcome;
  /** The parts of its expressions that made it say so, and which of its texts they stand in. */
  readonly deciding?: DecidingPart[];
  readonly updatedAtMs?: number | undefined;
};

/** What the policies of an organization said, in the order of their ids. */
export type AllOutcomes = {
  readonly outcomes: Ruling['outcomes'];
  /** Of those policies, where they are the activity's own organization's. */
  readonly revision: string | null;
};

/**
 * As it is kept with a vote: `{ revision, outcomes }`, a digit a policy, the outcome's place in its list. With their ids a hundred
 * policies would take 4 kB an activity, for which PostgreSQL writes to a second table. Of a parent's policies, and in what was
 * recorded before revisions were kept, the ids stand beside: `[[policyId, place], …]`. `deciding`: of each policy, with commas between
 * them, what {@link writeDeciding} makes of it; left out in what was recorded before.
 */
type Kept =
  | { readonly revision: string; readonly outcomes: string; readonly deciding?: string }
  | readonly (readonly [string, number])[];

/** @returns `undefined` where no policy was asked */
export function writeEvaluations({ outcomes, revision }: AllOutcomes): string | undefined {
  if (outcomes.length === 0) return undefined;
  const places = outcomes.map(({ outcome }) => policyOutcome.options.indexOf(outcome));
  const kept: Kept =
    revision === null
      ? outcomes.map(({ policyId }, index) => [policyId, places[index] ?? -1])
      : {
          revision,
          outcomes: places.join(''),
          deciding: outcomes.map(({ deciding }) => writeDeciding(deciding)).join(','),
        };
  return JSON.stringify(kept);
}

/**
 * Keeps which policies a revision has, and their texts, with the first vote that names it: most revisions no vote ever names. It is
 * looked for in the database until a transaction that found or wrote it is committed.
 *
 * @returns what was written, and the revision that is kept once the transaction is committed: {@link rememberRevision}
 */
export async function keepRevision(
  db: Kysely<Tables>,
  organizationId: string,
  { outcomes, revision }: AllOutcomes,
): Promise<{ readonly rows: readonly object[]; readonly kept?: string }> {
  if (outcomes.length === 0 || revision === null || keptIn(db).get(revision)) return { rows: [] };
  const there = await db
    .selectFrom('policy_revisions')
    .select('policy_times')
    .where('organization_id', '=', organizationId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (there && there.policy_times !== null) return { rows: [], kept: revision };
  const ids = outcomes.map(({ policyId }) => policyId);
  const { times, rows } = await keepTexts(db, organizationId);
  const row: Row<'policy_revisions'> = {
    organization_id: organizationId,
    revision,
    policy_ids: JSON.stringify(ids),
    policy_times: JSON.stringify(ids.map((policyId) => times.get(policyId) ?? null)),
  };
  await db
    .insertInto('policy_revisions')
    .values(row)
    // There is one without times where it was kept before texts were.
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'revision']).doUpdateSet({ policy_times: row.policy_times }),
    )
    .execute();
  return { rows: [row, ...rows], kept: revision };
}

/** From now on this one is not looked for any more. */
export function rememberRevision(db: Kysely<Tables>, revision: string | undefined): void {
  if (revision !== undefined) keptIn(db).set(revision, true, 0);
}

/** The revisions that are kept. */
const keptIn = perStore(() => createCache<true>({ entries: 5000, characters: 0 }));

/** Reads what was kept with votes of one organization's activities. */
export async function readEvaluations(
  db: Kysely<Tables>,
  organizationId: string,
  evaluations: readonly unknown[],
): Promise<(readonly OutcomeOfPolicy[])[]> {
  const all = evaluations as readonly Kept[];
  const revisions = await policiesAt(
    db,
    organizationId,
    all.flatMap((kept) => ('revision' in kept ? [kept.revision] : [])),
  );
  return all.map((kept) => {
    if (!('revision' in kept)) return kept.map(([policyId, place]) => ({ policyId, outcome: outcomeAt(place) }));
    const { ids, times } = revisions.get(kept.revision) ?? { ids: [], times: [] };
    const deciding = kept.deciding?.split(',');
    return ids.map((policyId, index) => ({
      policyId,
      outcome: outcomeAt(Number(kept.outcomes[index])),
      ...(deciding && { deciding: readDeciding(deciding[index] ?? ''), updatedAtMs: times[index] ?? undefined }),
    }));
  });
}

const outcomeAt = (place: number): PolicyOutcome => policyOutcome.options[place] ?? 'OUTCOME_ERROR';

type PoliciesOfRevision = { readonly ids: readonly string[]; readonly times: readonly (number | null)[] };

async function policiesAt(
  db: Kysely<Tables>,
  organizationId: string,
  revisions: readonly string[],
): Promise<ReadonlyMap<string, PoliciesOfRevision>> {
  if (revisions.length === 0) return new Map();
  const rows = await db
    .selectFrom('policy_revisions')
    .select(['revision', 'policy_ids', 'policy_times'])
    .where('organization_id', '=', organizationId)
    .where('revision', 'in', [...new Set(revisions)])
    .execute();
  return new Map(
    rows.map(({ revision, policy_ids, policy_times }) => [
      revision,
      { ids: JSON.parse(policy_ids), times: JSON.parse(policy_times ?? '[]') },
    ]),
  );
}
