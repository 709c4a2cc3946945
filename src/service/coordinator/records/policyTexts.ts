import type { Kysely } from 'kysely';
import type { PolicyText } from '../../../contract/policies.records.js';
import type { Row, Tables } from '../../store/schema.js';

/** When policies of an organization were updated last, by their ids; and their texts that were written now. */
type KeptTexts = { readonly times: ReadonlyMap<string, number>; readonly rows: readonly Row<'policy_texts'>[] };

/** Keeps what an organization's policies say now, for activities that they decide. */
export async function keepTexts(db: Kysely<Tables>, organizationId: string): Promise<KeptTexts> {
  const policies = await db
    .selectFrom('policies')
    .leftJoin('policy_texts', (join) =>
      join
        .onRef('policy_texts.organization_id', '=', 'policies.organization_id')
        .onRef('policy_texts.policy_id', '=', 'policies.policy_id')
        .onRef('policy_texts.updated_at_ms', '=', 'policies.updated_at_ms'),
    )
    .select(['policies.policy_id', 'policies.updated_at_ms', 'policy_texts.policy_id as kept_id'])
    .where('policies.organization_id', '=', organizationId)
    .execute();
  const times = new Map(policies.map(({ policy_id, updated_at_ms }) => [policy_id, updated_at_ms]));
  const missing = policies.filter(({ kept_id }) => kept_id === null).map(({ policy_id }) => policy_id);
  if (missing.length === 0) return { times, rows: [] };
  const said = await db
    .selectFrom('policies')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('policy_id', 'in', missing)
    .execute();
  const rows = said.map((each) => ({ ...each, expires_at_ms: null }));
  await db
    .insertInto('policy_texts')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { times, rows };
}

const keptMs = 400 * 24 * 60 * 60_000;

/** From now on no vote names what these policies have said: it is kept for 400 days more. */
export async function letTextsExpire(
  db: Kysely<Tables>,
  organizationId: string,
  policyIds: readonly string[],
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('policy_texts')
    .set({ expires_at_ms: nowMs + keptMs })
    .where('organization_id', '=', organizationId)
    .where('policy_id', 'in', [...policyIds])
    .where('expires_at_ms', 'is', null)
    .execute();
}

const columns = [
  'organization_id',
  'policy_id',
  'updated_at_ms',
  'policy_name',
  'effect',
  'condition',
  'consensus',
  'time',
] as const;

type Named = { readonly policyId: string; readonly updatedAtMs?: number | undefined };

/** An activity has votes, between which policies may be made and deleted. */
const most = { policies: 200, characters: 2 * 1024 * 1024 };

/** What policies said at a time of theirs: of so many as an answer may bear, the first ones first. */
export async function policyTextsOf(
  db: Kysely<Tables>,
  organizationId: string,
  named: readonly Named[],
): Promise<PolicyText[]> {
  const wanted = new Map<string, number>();
  for (const { policyId, updatedAtMs } of named)
    if (updatedAtMs !== undefined && wanted.size < most.policies) wanted.set(policyId, updatedAtMs);
  if (wanted.size === 0) return [];
  const rows = await db
    .selectFrom('policy_texts')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('policy_id', 'in', [...wanted.keys()])
    .where('updated_at_ms', 'in', [...new Set(wanted.values())])
    .execute();
  let left = most.characters;
  return [...wanted].flatMap(([policyId, updatedAtMs]) => {
    const row = rows.find((each) => each.policy_id === policyId && each.updated_at_ms === updatedAtMs);
    if (row) left -= row.condition.length + row.consensus.length + row.time.length;
    return row && left >= 0 ? [writeText(row)] : [];
  });
}

const writeText = (row: Omit<Row<'policy_texts'>, 'organization_id' | 'expires_at_ms'>): PolicyText => ({
  policyId: row.policy_id,
  policyRevision: String(row.updated_at_ms),
  policyName: row.policy_name,
  effect: row.effect,
  consensus: row.consensus,
  condition: row.condition,
  time: row.time,
});
