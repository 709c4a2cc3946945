import * as v from 'valibot';
import { timestamp } from './fields.js';
import { appProofs } from './proofs.records.js';
import { user } from './shapes.js';

/** @see docs/wire.md 2.12 */
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
 * @see docs/wire.md 2.2
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
export interface Vote extends v.InferOutput<typeof vote> {}

/**
 * The activity that every submit endpoint returns. The typed intent and result are at `intent.<intentKey>` and `result.<resultKey>`, or one
 * level deeper in `result.activity`; `readActivity` finds them in either place.
 *
 * @see docs/wire.md S2.1, 2.2
 */
export const activityRecord = v.object({
  id: v.string(),
  organizationId: v.string(),
  status: activityStatus,
  type: v.string(),
  timestampMs: v.optional(v.string()),
  intent: v.optional(v.record(v.string(), v.unknown()), {}),
  result: v.optional(v.record(v.string(), v.unknown()), {}),
  votes: v.optional(v.array(vote as v.GenericSchema<unknown, Vote>), []),
  fingerprint: v.optional(v.string(), ''),
  canApprove: v.optional(v.boolean(), false),
  canReject: v.optional(v.boolean(), false),
  createdAt: v.optional(v.union([timestamp, v.string()])),
  updatedAt: v.optional(v.union([timestamp, v.string()])),
  failure: v.nullish(
    v.object({ code: v.optional(v.number()), message: v.optional(v.string()), details: v.optional(v.unknown()) }),
  ),
  appProofs: v.optional(appProofs),
});
export interface Activity extends v.InferOutput<typeof activityRecord> {}

/** The answer of every submit endpoint. */
export const activityAnswer = v.object({ activity: activityRecord as v.GenericSchema<unknown, Activity> });
