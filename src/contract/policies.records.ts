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

/** Omitted expressions are empty strings. `revision`, a member of ours, changes with each change of the policy. @see docs/wire.md 2.11 */
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
  revision: v.optional(v.string()),
});
export interface Policy extends v.InferOutput<typeof policy> {}
export const policyRecord: v.GenericSchema<unknown, Policy> = policy;

/**
 * The part of one of its expressions that made a policy say what it said: UTF-16 units before it, and before what follows it. `failed`: that
 * part could not be evaluated. A policy that denies then denies.
 */
const decidingPart = v.object({
  clause: v.picklist(['condition', 'consensus', 'time']),
  from: v.number(),
  to: v.number(),
  failed: v.optional(v.literal(true)),
});
export interface DecidingPart extends v.InferOutput<typeof decidingPart> {}

/** What a policy said when an activity was decided by it. */
const policyText = v.object({
  policyId: v.string(),
  policyRevision: v.string(),
  policyName: v.string(),
  effect: policyEffect,
  consensus: v.string(),
  condition: v.string(),
  time: v.string(),
});
export interface PolicyText extends v.InferOutput<typeof policyText> {}
export const policyTextRecord: v.GenericSchema<unknown, PolicyText> = policyText;

/**
 * `deciding` and `policyRevision` are of this service: they are absent where it was decided before they were recorded. No part decides
 * where an activity has nothing of what the policy reads, and where the policy has no expression.
 */
const evaluatedPolicy = v.object({
  policyId: v.optional(v.string()),
  outcome: v.optional(policyOutcome),
  deciding: v.optional(v.array(decidingPart)),
  policyRevision: v.optional(v.string()),
});
export interface EvaluatedPolicy extends v.InferOutput<typeof evaluatedPolicy> {}

/** @see docs/wire.md 2.11 */
const evaluation = v.object({
  id: v.string(),
  activityId: v.string(),
  organizationId: v.string(),
  voteId: v.string(),
  policyEvaluations: v.array(evaluatedPolicy),
  createdAt: timestamp,
});
export interface ActivityPolicyEvaluation extends v.InferOutput<typeof evaluation> {}

export const policyEvaluationRecord: v.GenericSchema<unknown, ActivityPolicyEvaluation> = evaluation;
