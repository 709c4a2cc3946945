import * as v from 'valibot';
import { bundle, label, text, uuid } from './fields.js';
import { policyEffect } from './policies.records.js';

/** Without expressions a policy applies to every activity, user and time. Each expression has at most 16 KiB, `time` at most 4 KiB. */
export const policyTexts = v.strictObject({
  policyName: label,
  effect: policyEffect,
  condition: v.optional(bundle),
  consensus: v.optional(bundle),
  time: v.optional(text),
  notes: v.optional(text),
});

/** What is given is changed; the empty string removes an expression. */
export const policyChange = v.strictObject({
  policyId: uuid,
  policyName: v.optional(label),
  policyEffect: v.optional(policyEffect),
  policyCondition: v.optional(bundle),
  policyConsensus: v.optional(bundle),
  policyNotes: v.optional(text),
  time: v.optional(text),
});
