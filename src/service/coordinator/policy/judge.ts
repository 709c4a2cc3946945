import type { PolicyOutcome } from '../../../contract/policies.records.js';
import type { CompiledPolicy } from './compile.js';
import type { PolicyContext } from './context.js';
import { type Evaluation, holds, type Values } from './language/evaluate.js';
import type { Expression } from './language/syntax.js';
import { EvaluationError } from './language/values.js';
import { offers } from './offers.js';
import { has, type Subject } from './subject.js';

/** The combined outcome of an organization's policies for an activity. */
export type Ruling = {
  readonly denies: boolean;
  readonly allows: boolean;
  /** Whether it would be allowed if more, or others, approved it. */
  readonly awaits: boolean;
  readonly outcomes: readonly { readonly policyId: string; readonly outcome: PolicyOutcome }[];
};

/**
 * Asks every policy, and of a list about each element by itself: one that is denied denies all.
 *
 * @see Wire facts 7.1
 */
export function judge(policies: readonly CompiledPolicy[], subject: Subject): Ruling {
  const evaluated = policies.map((policy) => ({ policy, outcomes: outcomesOf(policy, subject) }));
  const elements = subject.conditions.map((_, index) => evaluated.map(({ outcomes }) => outcomes[index]));
  const allowed = elements.map((outcomes) => outcomes.includes('OUTCOME_ALLOW'));
  return {
    denies: elements.some((outcomes) => outcomes.includes('OUTCOME_DENY_EXPLICIT')),
    allows: !allowed.includes(false),
    awaits: elements.every((outcomes, index) => allowed[index] || outcomes.includes('OUTCOME_REQUIRES_CONSENSUS')),
    outcomes: evaluated.map(({ policy, outcomes }) => ({ policyId: policy.policyId, outcome: mostOf(outcomes) })),
  };
}

/** Of one policy in one decision. */
const mostSteps = 10_000;

/** The outcomes for each element. Approvers and time are the same for all of them, and evaluated once. */
function outcomesOf(policy: CompiledPolicy, subject: Subject): PolicyOutcome[] {
  const evaluation = { nowMs: subject.nowMs, budget: { steps: mostSteps } };
  const time = answerOf(policy.time, { time: { now: subject.nowMs } }, evaluation);
  if (time === false) return subject.conditions.map(() => 'OUTCOME_TIME_INACTIVE');
  let consensus: Answer | undefined;
  return subject.conditions.map((values) => {
    if (!isApplicable(policy, subject, values)) return 'OUTCOME_ERROR';
    const condition = answerOf(policy.condition, values, evaluation);
    consensus ??= answerOf(policy.consensus, subject.consensus, evaluation);
    return outcomeOf(policy, [time, condition, consensus]);
  });
}

type Answer = boolean | 'error';

function outcomeOf({ effect }: CompiledPolicy, [time, condition, consensus]: [Answer, Answer, Answer]): PolicyOutcome {
  const isDeny = effect === 'EFFECT_DENY';
  if (time === 'error' || condition === 'error' || consensus === 'error')
    return isDeny ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';
  if (condition && consensus) return isDeny ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ALLOW';
  return condition && !isDeny ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_IMPLICIT';
}

/** Whether the activity's kind has what the policy reads, and this one has it: otherwise the policy does not apply. */
export const isApplicable = ({ reads }: CompiledPolicy, { kind }: Pick<Subject, 'kind'>, values: Values): boolean =>
  reads.every((read) => offers(kind, read) && has(values, read));

/** An expression that is left out holds. */
export function answerOf(expression: Expression | undefined, values: Values, evaluation: Evaluation): Answer {
  try {
    return expression === undefined || holds(expression, values, evaluation);
  } catch (error) {
    if (error instanceof EvaluationError) return 'error';
    throw error;
  }
}

/** The outcome for a list: the first of these among its elements' outcomes. */
const inOrder: readonly PolicyOutcome[] = [
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_ERROR',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_ALLOW',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_TIME_INACTIVE',
];
const mostOf = (outcomes: readonly PolicyOutcome[]): PolicyOutcome =>
  inOrder.find((outcome) => outcomes.includes(outcome)) ?? 'OUTCOME_DENY_IMPLICIT';

/** Whether policies read something of the things that an activity is about. */
export const readThings = (policies: readonly CompiledPolicy[], { kind }: Pick<Subject, 'kind'>): boolean =>
  policies.some(({ reads }) => reads.some((read) => kind.policyRoots.some((root) => root === read)));

/** Nothing in particular: what an activity is about that policies cannot read. */
export const noContexts: readonly PolicyContext[] = [{}];
