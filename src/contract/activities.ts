import * as v from 'valibot';
import { fingerprint, nothing, pagination, timestamp, uuid } from './fields.js';
import { activity, query } from './row.js';
import { user } from './shapes.js';

/** @see Wire facts 2.12 */
export const activityStatus = v.picklist([
  'ACTIVITY_STATUS_CREATED',
  'ACTIVITY_STATUS_PENDING',
  'ACTIVITY_STATUS_COMPLETED',
  'ACTIVITY_STATUS_FAILED',
  'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  'ACTIVITY_STATUS_REJECTED',
  'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED',
]);
export type ActivityStatus = v.InferOutput<typeof activityStatus>;

/**
 * One vote. `message` is the exact body that was stamped and `signature` the stamp's, so that a third party can verify it.
 *
 * @see Wire facts 2.2
 */
const vote = v.object({
  id: v.string(),
  userId: v.string(),
  user: v.optional(user),
  activityId: v.string(),
  selection: v.picklist(['VOTE_SELECTION_APPROVED', 'VOTE_SELECTION_REJECTED']),
  message: v.string(),
  publicKey: v.string(),
  signature: v.string(),
  scheme: v.string(),
  createdAt: timestamp,
});
export type Vote = v.InferOutput<typeof vote>;

/**
 * What every submit endpoint returns under `activity`. The typed intent and result stand at `intent.<intentKey>` and
 * `result.<resultKey>`, or one level deeper in `result.activity`: `readActivity` finds both.
 *
 * @see Specification 2.1; wire facts 2.2
 */
export const activityRecord = v.object({
  id: v.string(),
  organizationId: v.string(),
  status: activityStatus,
  type: v.string(),
  timestampMs: v.optional(v.string()),
  intent: v.optional(v.record(v.string(), v.unknown()), {}),
  result: v.optional(v.record(v.string(), v.unknown()), {}),
  votes: v.optional(v.array(vote), []),
  fingerprint: v.optional(v.string(), ''),
  canApprove: v.optional(v.boolean(), false),
  canReject: v.optional(v.boolean(), false),
  createdAt: v.optional(v.union([timestamp, v.string()])),
  updatedAt: v.optional(v.union([timestamp, v.string()])),
  failure: v.nullish(v.looseObject({ code: v.optional(v.number()), message: v.optional(v.string()) })),
});
export type Activity = v.InferOutput<typeof activityRecord>;

/** The answer of every submit endpoint. */
export const activityAnswer = v.object({ activity: activityRecord });

/**
 * One activity by its id.
 *
 * @throws ACTIVITY_NOT_FOUND
 * @see Wire facts 2.15 `get_activity`
 */
export const getActivity = query({
  name: 'get_activity',
  request: v.strictObject({ organizationId: uuid, activityId: uuid }),
  response: activityAnswer,
  refusals: ['ACTIVITY_NOT_FOUND'],
});

/**
 * The activities of an organization, newest first, ten a page unless asked otherwise.
 *
 * @remarks A page ends at 1 MiB, too, and so may hold fewer than its limit; it holds one at least where there is one. Ask for the
 * next, `after` the last one's id, until a page is empty. Of an activity that failed, members above 1 KiB and a vote's message
 * above 1 KiB stand as `[dropped sha256:…]`, the hash of the text, or of the JSON, that was sent.
 * @see Wire facts 2.15 `list_activities`
 */
export const listActivities = query({
  name: 'list_activities',
  request: v.strictObject({
    organizationId: uuid,
    filterByStatus: v.optional(v.pipe(v.array(activityStatus), v.maxLength(20))),
    filterByType: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(200))),
    paginationOptions: v.optional(pagination),
  }),
  response: v.object({ activities: v.array(activityRecord) }),
  refusals: [],
});

/**
 * Approves the pending activity with that fingerprint; the approval that completes the quorum executes it.
 *
 * @returns an empty result: ask `get_activity` for what became of the target.
 * @throws ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING, TOO_MANY_DERIVATIONS (of what it would execute)
 * @see Wire facts 2.5, 2.14 `approve_activity`
 */
export const approveActivity = activity({
  name: 'approve_activity',
  type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
  intentKey: 'approveActivityIntent',
  resultKey: '',
  parameters: v.strictObject({ fingerprint }),
  result: nothing,
  refusals: ['ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_PENDING', 'NOT_AUTHORIZED', 'TOO_MANY_DERIVATIONS'],
});

/**
 * Rejects the pending activity with that fingerprint; it ends there.
 *
 * @throws ACTIVITY_NOT_FOUND, ACTIVITY_NOT_PENDING
 * @see Specification 4.2 `reject_activity`
 */
export const rejectActivity = activity({
  name: 'reject_activity',
  type: 'ACTIVITY_TYPE_REJECT_ACTIVITY',
  intentKey: 'rejectActivityIntent',
  resultKey: '',
  parameters: v.strictObject({ fingerprint }),
  result: nothing,
  refusals: ['ACTIVITY_NOT_FOUND', 'ACTIVITY_NOT_PENDING', 'NOT_AUTHORIZED'],
});
