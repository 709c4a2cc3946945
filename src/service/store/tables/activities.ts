import type { BytesColumn, Expiring, SealedColumn } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface ActivitiesTables {
  activities: ActivitiesTable;
  votes: VotesTable;
  sealed_answers: SealedAnswersTable;
  parent_fingerprints: ParentFingerprintsTable;
  effects: EffectsTable;
}

/** Since the first tables. */
export const activitiesMigrations: Migrations = {
  /** Finds what waits or failed among the many activities that are completed, of whatever type. */
  '0030-not-completed':
    ({ sql }) =>
    async (db) => {
      await sql`create index activities_by_not_completed on activities (organization_id, status, activity_id)
        where status <> 'ACTIVITY_STATUS_COMPLETED'`.execute(db);
    },
  /** Finds the activities of each type in each status that a person submitted. Of an organization's those are found by another index. */
  '0050-activities-by-submitter':
    ({ sql }) =>
    async (db) => {
      await sql`create index activities_by_submitter
        on activities (organization_id, submitted_by, type, status, activity_id)`.execute(db);
      await sql`drop index activities_by_not_completed`.execute(db);
    },
};

export const activitiesSealed = {
  activityResult: {
    table: 'sealed_answers',
    column: 'sealed_result',
    id: 'activity_id',
    purpose: 'activity result',
  },
  activityParameters: {
    table: 'sealed_answers',
    column: 'sealed_parameters',
    id: 'activity_id',
    purpose: 'activity parameters',
  },
} as const satisfies Record<string, SealedColumn<keyof ActivitiesTables>>;

export const activitiesExpiring = [
  { table: 'sealed_answers', keptMs: 0 },
  { table: 'parent_fingerprints', keptMs: 0 },
] as const satisfies readonly Expiring<keyof ActivitiesTables>[];

/** One row a request: (organization, fingerprint) is its idempotency key. */
interface ActivitiesTable {
  organization_id: string;
  activity_id: string;
  /** `sha256:` of the raw body. */
  fingerprint: string;
  type: string;
  kind: string;
  status: string;
  /** The user who submitted it: of the organization, or (logins) of its parent. */
  submitted_by: string;
  /** While it waits for votes, what it belongs to: `credential/<id>`, `login/<id>`, `contact/<kind>`; `null` of what never waited. */
  belongs_to: string | null;
  /** JSON, secret members redacted. */
  intent: string;
  /** JSON, secret members redacted. */
  result: string;
  /** JSON; `null` where it did not fail. */
  failure: string | null;
  /** JSON: the vote that decided it when it was submitted; `null` where its votes are rows of their own. */
  sole_vote: string | null;
  /** The organization whose auth proxy's user submitted it, until its contents are deleted; `null` for all others. */
  proxy_organization_id: string | null;
  /** Of those: the canonical contact that it was about; once its contents are deleted, a keyed hash of it. */
  contact: string | null;
  /** The organization whose addresses its App Proofs are about; `null` where none were asked for. */
  proofs_in: string | null;
  /** The time in the request. */
  timestamp_ms: number;
  window_opened_at_ms: number;
  /** When it began to wait for votes; `null` where it waits for none. */
  waiting_since_ms: number | null;
  created_at_ms: number;
  updated_at_ms: number;
}

interface VotesTable {
  organization_id: string;
  activity_id: string;
  user_id: string;
  vote_id: string;
  /** JSON: the user as it was when it voted. */
  user_record: string;
  selection: string;
  message: string;
  public_key: string;
  signature: string;
  scheme: string;
  /** As an activity's. */
  belongs_to: string | null;
  /** JSON: the outcomes of the organization's policies; `null` if none was evaluated. */
  evaluations: string | null;
  created_at_ms: number;
}

/** The answer of an activity with secret members, for its requester, while the same bytes may come again. */
interface SealedAnswersTable {
  organization_id: string;
  activity_id: string;
  sealed_result: BytesColumn | null;
  sealed_parameters: BytesColumn | null;
  expires_at_ms: number | null;
}

/** Bytes that named a parent, and its sub-organization where they were executed, while they can come again. */
interface ParentFingerprintsTable {
  parent_id: string;
  fingerprint: string;
  organization_id: string;
  expires_at_ms: number;
}

/** Activities with a running effect that cannot be repeated, and the expiry of its lease. */
interface EffectsTable {
  organization_id: string;
  activity_id: string;
  leased_until_ms: number;
}
