import type { Kysely } from 'kysely';
import type { Activity, ActivityStatus, Vote } from '../../../contract/activities.records.js';
import { type RefusalBody, readRefusal } from '../../../contract/refusalBody.js';
import { type RefusalCode, type RefusedError, refusals } from '../../../contract/refusals.js';
import type { User } from '../../../contract/shapes.js';
import { prepared, type ValueOf } from '../../store/prepared.js';
import type { Row, Tables } from '../../store/schema.js';
import type { Tools } from '../../tools.js';
import { withoutLongMembers } from './droppedMembers.js';
import { timestampOf } from './timestamps.js';
import { approved, haveLapsed, type SoleVote } from './votes.js';

/** Who looks at an activity, and when: what they may do about it depends on both. */
export type Viewing = { readonly viewer: Row<'users'>; readonly nowMs: number };

/** Writes a stored activity as the wire has it, in the flat form. */
export function writeActivity(
  stored: Row<'activities'>,
  votes: readonly Row<'votes'>[],
  { viewer, nowMs }: Viewing,
): Activity {
  const mayVote = stored.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && isVoter(stored, viewer);
  const hasApproved =
    !haveLapsed(stored, nowMs) && votes.some((vote) => vote.user_id === viewer.user_id && vote.selection === approved);
  return {
    id: stored.activity_id,
    organizationId: stored.organization_id,
    status: stored.status as ActivityStatus,
    type: stored.type,
    timestampMs: String(stored.timestamp_ms),
    intent: JSON.parse(stored.intent),
    result: JSON.parse(stored.result),
    votes: stored.sole_vote === null ? votes.map(writeVote) : [writeSoleVote(stored, JSON.parse(stored.sole_vote))],
    fingerprint: stored.fingerprint,
    canApprove: mayVote && !hasApproved,
    canReject: mayVote,
    createdAt: timestampOf(stored.created_at_ms),
    updatedAt: timestampOf(stored.updated_at_ms),
    ...(stored.failure === null ? {} : { failure: JSON.parse(stored.failure) }),
  };
}

const isVoter = (stored: Row<'activities'>, viewer: Row<'users'>): boolean =>
  viewer.is_root === 1 && viewer.organization_id === stored.organization_id;

function writeVote(vote: Row<'votes'>): Vote {
  return {
    id: vote.vote_id,
    userId: vote.user_id,
    user: JSON.parse(vote.user_record) as User,
    activityId: vote.activity_id,
    selection: vote.selection as Vote['selection'],
    message: vote.message,
    publicKey: vote.public_key,
    signature: vote.signature,
    scheme: vote.scheme,
    createdAt: timestampOf(vote.created_at_ms),
  };
}

/** With its members in the order of every vote. */
function writeSoleVote(activity: Row<'activities'>, { id, user, ...stamped }: SoleVote): Vote {
  return {
    id,
    userId: activity.submitted_by,
    user,
    activityId: activity.activity_id,
    selection: approved,
    ...stamped,
    createdAt: timestampOf(activity.created_at_ms),
  };
}

/** Activities with their votes, in the order given. */
export async function withVotes(
  { primitives }: Pick<Tools, 'primitives'>,
  db: Kysely<Tables>,
  stored: readonly Row<'activities'>[],
  viewing: Viewing,
): Promise<Activity[]> {
  const votes = await votesOf(
    db,
    stored.filter(({ sole_vote }) => sole_vote === null),
  );
  return Promise.all(
    stored.map((activity) => {
      const own = votes.filter(({ activity_id }) => activity_id === activity.activity_id);
      return withoutLongMembers(primitives, writeActivity(activity, own, viewing));
    }),
  );
}

async function votesOf(db: Kysely<Tables>, activities: readonly Row<'activities'>[]): Promise<Row<'votes'>[]> {
  const [first] = activities;
  if (!first) return [];
  const ids = activities.map(({ activity_id }) => activity_id);
  return db
    .selectFrom('votes')
    .selectAll()
    .where('organization_id', '=', first.organization_id)
    .where('activity_id', 'in', ids)
    .orderBy('created_at_ms')
    .execute();
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
export const insertActivity = prepared((db, value: ValueOf<Row<'activities'>>) =>
  db
    .insertInto('activities')
    .values({
      organization_id: value('organization_id'),
      activity_id: value('activity_id'),
      fingerprint: value('fingerprint'),
      type: value('type'),
      kind: value('kind'),
      submitted_by: value('submitted_by'),
      intent: value('intent'),
      timestamp_ms: value('timestamp_ms'),
      window_opened_at_ms: value('window_opened_at_ms'),
      created_at_ms: value('created_at_ms'),
      updated_at_ms: value('updated_at_ms'),
      status: value('status'),
      result: value('result'),
      failure: value('failure'),
      sole_vote: value('sole_vote'),
      proxy_organization_id: value('proxy_organization_id'),
      contact: value('contact'),
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'fingerprint']).doNothing())
    .returning('activity_id'),
);

type Fingerprinted = Pick<Row<'activities'>, 'organization_id' | 'fingerprint'>;

/** The activity of the bytes with this fingerprint: one, or none. */
export const activitiesKnownBy = prepared((db, value: ValueOf<Fingerprinted>) =>
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
