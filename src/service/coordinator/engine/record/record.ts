import type { Kysely } from 'kysely';
import type { Activity, ActivityStatus, Vote } from '../../../../contract/activities.records.js';
import { readRefusal } from '../../../../contract/readRefusal.js';
import type { RefusalBody } from '../../../../contract/refusalBody.js';
import { type RefusalCode, type RefusedError, refusals } from '../../../../contract/refusals.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { Row, Tables } from '../../../store/schema.js';
import { statement, type ValueOf } from '../../../store/statement.js';
import type { Tools } from '../../../tools.js';
import type { Caller, Organization } from '../../callers/caller.js';
import { answerOf } from '../../policy/judge.js';
import { policiesOf } from '../../policy/organizationPolicies.js';
import { isNamed } from '../../policy/voters.js';
import { proofsOf, shownProofs } from '../../records/proofs.js';
import { lastEvaluationsOf, votesOf } from '../votes/readVotes.js';
import { approved, haveLapsed, voteValues } from '../votes/votes.js';
import { withoutLongMembers } from './droppedMembers.js';

/** The user who reads an activity, if they may vote, and when: both determine the available actions. */
export type Viewing = {
  readonly caller: Caller | undefined;
  readonly organization: Pick<Organization, 'organization_id' | 'policies_revision'>;
  readonly nowMs: number;
};

/** The same of one activity: whether they may vote on it. */
type Seen = { readonly viewer: Row<'users'> | undefined; readonly mayVote: boolean; readonly nowMs: number };

/** Writes a stored activity as the wire has it, in the flat form. */
export function writeActivity(
  stored: Row<'activities'>,
  votes: readonly Vote[],
  { viewer, mayVote, nowMs }: Seen,
): Activity {
  const hasApproved =
    !haveLapsed(stored, nowMs) && votes.some((vote) => vote.userId === viewer?.user_id && vote.selection === approved);
  return {
    id: stored.activity_id,
    organizationId: stored.organization_id,
    status: stored.status as ActivityStatus,
    type: stored.type,
    timestampMs: String(stored.timestamp_ms),
    intent: JSON.parse(stored.intent),
    result: JSON.parse(stored.result),
    votes: [...votes],
    fingerprint: stored.fingerprint,
    canApprove: mayVote && !hasApproved,
    canReject: mayVote,
    createdAt: timestampOf(stored.created_at_ms),
    updatedAt: timestampOf(stored.updated_at_ms),
    ...(stored.failure === null ? {} : { failure: JSON.parse(stored.failure) }),
  };
}

/** Activities with their votes, in the order given. */
export async function withVotes(
  { primitives, work }: Pick<Tools, 'primitives' | 'work'>,
  db: Kysely<Tables>,
  stored: readonly Row<'activities'>[],
  { caller, organization, nowMs }: Viewing,
): Promise<Activity[]> {
  const votes = await votesOf(db, stored);
  const votable = caller ? await votableBy(db, { caller, organization, nowMs }, stored, work) : new Set();
  const viewer = caller?.user;
  return Promise.all(
    stored.map((activity) => {
      const own = votes.get(activity.activity_id) ?? [];
      const mayVote = votable.has(activity.activity_id);
      return withoutLongMembers(primitives, writeActivity(activity, own, { viewer, mayVote, nowMs }));
    }),
  );
}

/** One activity with its votes and App Proofs. Lists leave the proofs out: an activity can have hundreds. */
export async function withProofsAndVotes(
  tools: Pick<Tools, 'primitives' | 'work'>,
  db: Kysely<Tables>,
  stored: Row<'activities'>,
  viewing: Viewing,
): Promise<Activity> {
  const [activity] = await withVotes(tools, db, [stored], viewing);
  return { ...(activity as Activity), ...shownProofs(await proofsOf(db, stored)) };
}

/** An activity by its id, or `undefined`. */
export function findActivity(
  db: Kysely<Tables>,
  organizationId: string,
  activityId: string,
): Promise<Row<'activities'> | undefined> {
  return db
    .selectFrom('activities')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('activity_id', '=', activityId)
    .executeTakeFirst();
}

/** Records an activity, unless its bytes are known: then there is no row. */
export const insertActivity = statement((db, value: ValueOf<Row<'activities'>>) =>
  db
    .insertInto('activities')
    .values({
      ...voteValues(value),
      organization_id: value('organization_id'),
      activity_id: value('activity_id'),
      fingerprint: value('fingerprint'),
      type: value('type'),
      kind: value('kind'),
      submitted_by: value('submitted_by'),
      belongs_to: value('belongs_to'),
      intent: value('intent'),
      timestamp_ms: value('timestamp_ms'),
      window_opened_at_ms: value('window_opened_at_ms'),
      waiting_since_ms: value('waiting_since_ms'),
      created_at_ms: value('created_at_ms'),
      updated_at_ms: value('updated_at_ms'),
      status: value('status'),
      result: value('result'),
      failure: value('failure'),
      proofs_in: value('proofs_in'),
      proxy_organization_id: value('proxy_organization_id'),
      contact: value('contact'),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'fingerprint']).doNothing())
    .returning('activity_id'),
);

type Fingerprinted = Pick<Row<'activities'>, 'organization_id' | 'fingerprint'>;

/** The activity of the bytes with this fingerprint: one, or none. */
export const activitiesKnownBy = statement((db, value: ValueOf<Fingerprinted>) =>
  db
    .selectFrom('activities')
    .selectAll()
    .where('organization_id', '=', value('organization_id'))
    .where('fingerprint', '=', value('fingerprint')),
);

/** The error that a failed activity answers with, every time. */
export function failureOf(stored: Row<'activities'>): RefusedError | undefined {
  if (stored.failure === null) return undefined;
  const body = JSON.parse(stored.failure) as RefusalBody;
  const reason = String(body.details[0]?.reason) as RefusalCode;
  return readRefusal(refusals[reason]?.status ?? 400, body);
}

/** Puts `[redacted]` in the place of every member of those names, at any depth. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  if (secrets.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, secrets.includes(name) ? redacted : redact(member, secrets)]),
  );
}

export const redacted = '[redacted]';

/**
 * The activities that a user may vote on, of those given. If policies name the voters, their outcomes at the last vote decide; the vote
 * itself is decided again.
 */
async function votableBy(
  db: Kysely<Tables>,
  { caller, organization, nowMs }: Viewing & { readonly caller: Caller },
  stored: readonly Row<'activities'>[],
  work: Tools['work'],
): Promise<ReadonlySet<string>> {
  const { user: viewer } = caller;
  const waiting = stored.filter(({ status }) => status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED');
  const isMember = viewer.organization_id === organization.organization_id && viewer.is_proxy === 0;
  if (!isMember || waiting.length === 0) return new Set();
  const own = waiting.filter(({ submitted_by }) => viewer.is_root === 1 || submitted_by === viewer.user_id);
  const votable = new Set(own.map(({ activity_id }) => activity_id));
  const policies = await policiesOf(db, organization, work);
  if (viewer.is_root === 1 || policies.length === 0) return votable;
  const evaluation = { nowMs, budget: { steps: mostSteps } };
  const naming = policies.filter(
    (policy) =>
      answerOf(policy.time, { time: { now: nowMs } }, evaluation) === true &&
      isNamed(policy, nobody, caller, evaluation),
  );
  const ids = new Set(naming.map(({ policyId }) => policyId));
  for (const { activityId, outcomes } of await lastEvaluationsOf(db, waiting)) {
    const awaited = outcomes.filter(({ outcome }) => outcome === 'OUTCOME_REQUIRES_CONSENSUS');
    if (awaited.some(({ policyId }) => ids.has(policyId))) votable.add(activityId);
  }
  return votable;
}

const nobody = { consensus: { approvers: [], credentials: [] } };

/** Of all policies together. */
const mostSteps = 100_000;
