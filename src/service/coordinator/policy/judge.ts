import type { PolicyOutcome } from '../../../contract/policies.records.js';
import { type DecisionBudget, decisionBudget, withinBudget } from './budget.js';
import type { CompiledPolicy } from './compile.js';
import type { PolicyContext } from './context.js';
import { type ClauseAnswer, type ClauseAnswers, type Deciding, decidingOf, type PolicyAnswer } from './deciding.js';
import { type Evaluation, holds, type Values } from './language/evaluate.js';
import { spanOf } from './language/spans.js';
import type { Expression } from './language/syntax.js';
import { EvaluationError, type StepCount } from './language/values.js';
import { offers } from './offers.js';
import { has, type Subject } from './subject.js';

/** The combined outcome of an organization's policies for an activity. */
export type Ruling = {
  readonly denies: boolean;
  readonly allows: boolean;
  /** Whether it would be allowed if more, or others, approved it. */
  readonly awaits: boolean;
  readonly outcomes: readonly ({ readonly policyId: string } & Said)[];
};

/** What a policy said, and which parts of its expressions made it say so. */
export type Said = { readonly outcome: PolicyOutcome; readonly deciding: Deciding };

/**
 * Asks every policy, and of a list about each element by itself: one that is denied denies all.
 *
 * @throws {TooCostly}
 * @see docs/wire.md 7.1
 */
export function judge(
  policies: readonly CompiledPolicy[],
  subject: Subject,
  budget: DecisionBudget = decisionBudget(),
): Ruling {
  const evaluated = policies.map((policy) => ({
    policy,
    said: withinBudget(budget, (steps) => saidBy(policy, subject, steps)),
  }));
  const elements = subject.conditions.map((_, index) => evaluated.map(({ said }) => said[index]?.outcome));
  const allowed = elements.map((outcomes) => outcomes.includes('OUTCOME_ALLOW'));
  return {
    denies: elements.some((outcomes) => outcomes.includes('OUTCOME_DENY_EXPLICIT')),
    allows: !allowed.includes(false),
    awaits: elements.every((outcomes, index) => allowed[index] || outcomes.includes('OUTCOME_REQUIRES_CONSENSUS')),
    outcomes: evaluated.map(({ policy: { policyId }, said }) => {
      const { outcome, deciding } = mostOf(said);
      return { policyId, outcome, deciding };
    }),
  };
}

/** The outcomes for each element. Approvers and time are the same for all of them, and evaluated once. */
function saidBy(policy: CompiledPolicy, subject: Subject, budget: StepCount): Said[] {
  const evaluation: Evaluation = { nowMs: subject.nowMs, budget, deciding: undefined };
  const time = told(timeOf(policy, evaluation), evaluation);
  if (time.answer === false) {
    const inactive = { outcome: 'OUTCOME_TIME_INACTIVE', deciding: { time: time.deciding } } as const;
    return subject.conditions.map(() => inactive);
  }
  if (!isOffered(policy, subject.kind)) return subject.conditions.map(() => notThere);
  let consensus: ClauseAnswer | undefined;
  return subject.conditions.map((values) => {
    if (!isThere(policy, values, budget)) return notThere;
    const condition = told(answerOf(policy.condition, values, evaluation), evaluation);
    consensus ??= told(answerOf(policy.consensus, subject.consensus, evaluation), evaluation);
    const answers = { time, condition, consensus };
    return { outcome: outcomeOf(policy, answers), deciding: decidingOf(answers) };
  });
}

const told = (answer: PolicyAnswer, { deciding }: Evaluation): ClauseAnswer => ({ answer, deciding });

/** It reads what the activity does not have, and no part of it decides. */
const notThere: Said = { outcome: 'OUTCOME_ERROR', deciding: {} };

/** Whether it is a policy's time. */
export const timeOf = ({ time }: CompiledPolicy, evaluation: Evaluation): PolicyAnswer =>
  answerOf(time, { time: { now: evaluation.nowMs } }, evaluation);

function outcomeOf({ effect }: CompiledPolicy, { time, condition, consensus }: ClauseAnswers): PolicyOutcome {
  const isDeny = effect === 'EFFECT_DENY';
  if (time.answer === 'error' || condition.answer === 'error' || consensus.answer === 'error')
    return isDeny ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';
  if (condition.answer && consensus.answer) return isDeny ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ALLOW';
  return condition.answer && !isDeny ? 'OUTCOME_REQUIRES_CONSENSUS' : 'OUTCOME_DENY_IMPLICIT';
}

/** Whether the activity's kind has what the policy reads: otherwise the policy does not apply. */
export const isOffered = ({ reads }: CompiledPolicy, kind: Subject['kind']): boolean =>
  reads.every((read) => offers(kind, read));

/** Whether an activity of that kind, or an element of its list, has what the policy reads: otherwise the policy does not apply. */
export function isThere({ reads }: CompiledPolicy, values: Values, budget: StepCount): boolean {
  budget.steps -= stepsOfElement * (1 + reads.length);
  return reads.every((read) => has(values, read));
}

/** Beside those of the expressions. */
const stepsOfElement = 2;

/** An expression that is left out holds, and has no part that decides. Without steps left the answer is known: to throw and catch it again would be work uncounted. */
export function answerOf(expression: Expression | undefined, values: Values, evaluation: Evaluation): PolicyAnswer {
  evaluation.deciding = undefined;
  if (expression === undefined) return true;
  if (evaluation.budget.steps <= 0) {
    evaluation.budget.steps = -1;
    evaluation.deciding = spanOf(expression);
    return 'error';
  }
  try {
    return holds(expression, values, evaluation);
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    evaluation.budget.steps -= stepsOfError;
    evaluation.deciding ??= spanOf(expression);
    return 'error';
  }
}

/** To make, throw and catch an error takes some microseconds. */
const stepsOfError = 250;

/** The outcome for a list: the first of these among its elements' outcomes. */
const inOrder: readonly PolicyOutcome[] = [
  'OUTCOME_DENY_EXPLICIT',
  'OUTCOME_ERROR',
  'OUTCOME_REQUIRES_CONSENSUS',
  'OUTCOME_ALLOW',
  'OUTCOME_DENY_IMPLICIT',
  'OUTCOME_TIME_INACTIVE',
];
function mostOf([first = saidNothing, ...others]: readonly Said[]): Said {
  const places = (said: Said) => inOrder.indexOf(said.outcome);
  return others.reduce((most, each) => (places(each) < places(most) ? each : most), first);
}

const saidNothing: Said = { outcome: 'OUTCOME_DENY_IMPLICIT', deciding: {} };

/** Whether policies read something of the things that an activity is about. */
export const readThings = (policies: readonly CompiledPolicy[], { kind }: Pick<Subject, 'kind'>): boolean =>
  policies.some(({ reads }) => reads.some((read) => kind.policyRoots.some((root) => root === read)));

/** One empty context: policies can read nothing of what the activity is about. */
export const noContexts: readonly PolicyContext[] = [{}];
