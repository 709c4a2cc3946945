import type { ActivityOutcome } from '../../../contract/policyCases.records.js';
import type { Expiring } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface PoliciesTables {
  policies: PoliciesTable;
  policy_revisions: PolicyRevisionsTable;
  policy_texts: PolicyTextsTable;
  policy_cases: PolicyCasesTable;
}

/** Since the first tables. */
export const policiesMigrations: Migrations = {
  /** Deletes the revisions of policies that no vote names, save those of now. From now on a revision is kept with the first vote that names it. */
  '0034-named-revisions':
    ({ sql, kind }) =>
    async (db) => {
      const [ofActivity, ofVote] =
        kind === 'sqlite'
          ? [sql`json_extract(sole_vote, '$.evaluations.revision')`, sql`json_extract(evaluations, '$.revision')`]
          : [sql`(sole_vote::json -> 'evaluations' ->> 'revision')`, sql`(evaluations::json ->> 'revision')`];
      await sql`delete from policy_revisions where revision not in (
        select policies_revision from organizations where policies_revision is not null
        union select ${ofActivity} from activities where sole_vote like '%"evaluations":{"revision":%'
        union select ${ofVote} from votes where evaluations like '{"revision":%')`.execute(db);
    },
  /** Cases that policies must hold. */
  '0042-policy-cases':
    ({ sql, kind, types: { text, strict } }) =>
    async (db) => {
      await sql`create table policy_cases (
        organization_id ${text} not null,
        case_id ${text} not null,
        name ${text} not null,
        user_id ${text} not null,
        activity ${text} not null,
        expected ${text} not null,
        primary key (organization_id, case_id)
      ) ${strict}`.execute(db);
      if (kind === 'postgres')
        await sql`alter table policy_cases alter column organization_id set (n_distinct = 10)`.execute(db);
    },
  /** The texts that policies had when an activity was decided by them. Of what was decided before there are none. */
  '0043-policy-texts':
    ({ sql, types: { text, bigint, strict } }) =>
    async (db) => {
      await sql`create table policy_texts (
        organization_id ${text} not null,
        policy_id ${text} not null,
        updated_at_ms ${bigint} not null,
        policy_name ${text} not null,
        effect ${text} not null,
        condition ${text} not null,
        consensus ${text} not null,
        time ${text} not null,
        primary key (organization_id, policy_id, updated_at_ms)
      ) ${strict}`.execute(db);
      await sql`alter table policy_revisions add column policy_times ${text}`.execute(db);
    },
  /** Until when a text is kept that its policy has no more: here from now on, since when that changed is not known. */
  '0049-expiring-policy-texts':
    ({ sql, kind, types: { bigint } }) =>
    async (db) => {
      await sql`alter table policy_texts add column expires_at_ms ${bigint}`.execute(db);
      await sql`create index policy_texts_by_expiry on policy_texts (expires_at_ms)`.execute(db);
      const nowSeconds = sql.raw(kind === 'sqlite' ? "strftime('%s', 'now')" : 'extract(epoch from now())::bigint');
      await sql`update policy_texts set expires_at_ms = (${nowSeconds} + ${400 * 24 * 3600}) * 1000
        where not exists (select 1 from policies where policies.organization_id = policy_texts.organization_id
          and policies.policy_id = policy_texts.policy_id
          and policies.updated_at_ms = policy_texts.updated_at_ms)`.execute(db);
    },
};

export const policiesExpiring = [{ table: 'policy_texts', keptMs: 0 }] as const satisfies readonly Expiring<
  keyof PoliciesTables
>[];

/** What users may do, or are denied, beside the root quorum. Names are unique in an organization. */
interface PoliciesTable {
  organization_id: string;
  policy_id: string;
  policy_name: string;
  effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  /** As it was written; the empty text where there is none, as in the two below. */
  condition: string;
  consensus: string;
  time: string;
  notes: string;
  created_at_ms: number;
  /** Later with each change of it, so that it is its revision: `policy_texts`. */
  updated_at_ms: number;
}

/**
 * Which policies an organization had, by the id that its row gets with each change of one, if a vote names it: what they said of an
 * activity is recorded without their ids, which would be most of the record. They stay as long as the organization.
 */
interface PolicyRevisionsTable {
  organization_id: string;
  revision: string;
  /** JSON: an array of ids, in their order. */
  policy_ids: string;
  /** JSON: when each of them was updated last, in the same order; `null` where their texts were not kept. */
  policy_times: string | null;
}

/**
 * What a policy said from one of its updates on. It is written with the first vote that names a revision which has it, so that what no vote
 * names is not kept; it stays while its policy says so, which is as long as votes may name it, and 400 days longer.
 */
type PolicyTextsTable = Pick<
  PoliciesTable,
  'organization_id' | 'policy_id' | 'updated_at_ms' | 'policy_name' | 'effect' | 'condition' | 'consensus' | 'time'
> & {
  /** 400 days after its policy was changed or deleted; `null` until then. */
  expires_at_ms: number | null;
};

/** What the policies of a top-level organization must hold. Its ids are in the order of making. */
interface PolicyCasesTable {
  organization_id: string;
  case_id: string;
  name: string;
  /** Who submits it. */
  user_id: string;
  /** JSON: `{ activityId }` of the past, or `{ activity }` as it is written. */
  activity: string;
  expected: ActivityOutcome;
}
