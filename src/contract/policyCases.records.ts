import * as v from 'valibot';
import { label, milliseconds, uuid } from './fields.js';

/** What becomes of an activity: it is done, waits for the approval of others, or is refused. */
export const activityOutcome = v.picklist(['ALLOW', 'CONSENSUS_NEEDED', 'DENY']);
export type ActivityOutcome = v.InferOutput<typeof activityOutcome>;

/** The last millisecond of the year 9999. A clock knows no time of 16 digits in any zone. */
const latestMs = 253_402_300_799_999;

/** An activity that nobody has submitted: its type and parameters, and the time that policies see, by default the present one. */
const writtenActivity = v.strictObject({
  type: v.pipe(v.string(), v.maxLength(128)),
  parameters: v.record(v.string(), v.unknown()),
  timestampMs: v.optional(
    v.pipe(
      milliseconds,
      v.check((text) => Number(text) <= latestMs, 'must be before the year 10000'),
    ),
  ),
});
export interface WrittenActivity extends v.InferOutput<typeof writtenActivity> {}

const members = {
  userId: v.optional(uuid),
  activityId: v.optional(uuid),
  activity: v.optional(writtenActivity as v.GenericSchema<WrittenActivity>),
};

const isOne = (one: unknown, other: unknown): boolean => (one === undefined) !== (other === undefined);
const oneIsNeeded = 'must have either activityId or activity';

/** Which activity, and by whom: without a user, one of the past as it was submitted, with all approvals that it had. */
const simulated = v.pipe(
  v.strictObject(members),
  v.check(({ activityId, activity }) => isOne(activityId, activity), oneIsNeeded),
  v.check(({ userId, activity }) => userId !== undefined || activity === undefined, 'must have userId with activity'),
);
export interface SimulatedActivity extends v.InferOutput<typeof simulated> {}
export const simulatedActivity: v.GenericSchema<SimulatedActivity> = simulated;

/** A case as it is written: who does what, and what is to become of it. With `caseId` it takes the place of that one. */
const written = v.pipe(
  v.strictObject({
    ...members,
    caseId: v.optional(uuid),
    name: label,
    userId: uuid,
    expected: activityOutcome,
  }),
  v.check(({ activityId, activity }) => isOne(activityId, activity), oneIsNeeded),
);
export interface WrittenPolicyCase extends v.InferOutput<typeof written> {}
export const writtenPolicyCase: v.GenericSchema<WrittenPolicyCase> = written;

const kept = v.object({
  caseId: v.string(),
  name: v.string(),
  userId: v.string(),
  activityId: v.optional(v.string()),
  activity: v.optional(writtenActivity as v.GenericSchema<WrittenActivity>),
  expected: activityOutcome,
});
export interface PolicyCase extends v.InferOutput<typeof kept> {}
export const policyCase: v.GenericSchema<unknown, PolicyCase> = kept;

/**
 * What is wrong with an edited policy: the code that making it would be refused with, and, in an expression, where (`at`: the characters
 * before it) and what is expected.
 */
const fault = v.object({
  policyId: v.optional(v.string()),
  policyName: v.optional(v.string()),
  code: v.picklist(['POLICY_INVALID', 'POLICY_NOT_FOUND', 'NAME_TAKEN', 'LIMIT_REACHED']),
  clause: v.optional(v.picklist(['consensus', 'condition', 'time'])),
  at: v.optional(v.number()),
  expected: v.optional(v.string()),
});
export interface EditedPolicyFault extends v.InferOutput<typeof fault> {}
export const editedPolicyFault: v.GenericSchema<unknown, EditedPolicyFault> = fault;

/** What becomes of it, and the names of the policies that make it so, ten at most; none where the root quorum decides, or a right. */
const underPolicies = v.object({ outcome: activityOutcome, policyNames: v.array(v.string()) });
export interface OutcomeUnderPolicies extends v.InferOutput<typeof underPolicies> {}

const result = v.object({
  today: v.optional(underPolicies as v.GenericSchema<unknown, OutcomeUnderPolicies>),
  edited: v.optional(underPolicies as v.GenericSchema<unknown, OutcomeUnderPolicies>),
  notEvaluated: v.optional(v.object({ code: v.string(), message: v.string() })),
});
export interface SimulatedOutcome extends v.InferOutput<typeof result> {}
export const simulatedOutcome: v.GenericSchema<unknown, SimulatedOutcome> = result;
