import * as v from 'valibot';
import { timestamp } from './fields.js';

/** @see docs/wire.md 2.12 */
export const policyEffect = v.picklist(['EFFECT_ALLOW', 'EFFECT_DENY']);

/** @see docs/wire.md 2.12 */
export const policyOutcome = v.picklist([
  'OUTCOME_ALLOW',
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_REJECTED',
  'OUTCOME_ERROR',
  'OUTCOME_REQUIRES_AUTHENTICATORS',
  'OUTCOME_TIME_INACTIVE',
]);
export type PolicyOutcome = v.InferOutput<typeof policyOutcome>;

/** Omitted expressions are empty strings. @see docs/wire.md 2.11 */
const policy = v.object({
  policyId: v.string(),
  policyName: v.string(),
  effect: policyEffect,
  createdAt: timestamp,
  updatedAt: timestamp,
  notes: v.string(),
  consensus: v.string(),
  condition: v.string(),
  time: v.optional(v.string()),
});
export interface Policy extends v.InferOutput<typeof policy> {}
export const policyRecord: v.GenericSchema<unknown, Policy> = policy;

/** @see docs/wire.md 2.11 */
const evaluation = v.object({
  id: v.string(),
  activityId: v.string(),
  organizationId: v.string(),
  voteId: v.string(),
  policyEvaluations: v.array(v.object({ policyId: v.optional(v.string()), outcome: v.optional(policyOutcome) })),
  createdAt: timestamp,
});
export interface ActivityPolicyEvaluation extends v.InferOutput<typeof evaluation> {}

export const policyEvaluationRecord: v.GenericSchema<unknown, ActivityPolicyEvaluation> = evaluation;
