import type { StepCount } from './language/values.js';

/** The most steps that one policy may take in a decision, and all together, which is some 20 ms. */
export const mostSteps = { policy: 10_000, decision: 500_000 } as const;

/** The steps that a decision has left, for the verdict and for who may vote, and all that were taken. */
export type DecisionBudget = { left: number; readonly taken: StepCount };

export const decisionBudget = (left: number = mostSteps.decision): DecisionBudget => ({ left, taken: { steps: 0 } });

/**
 * Evaluates one policy by its own steps, and by those that the decision has left.
 *
 * @throws {TooCostly} where the decision has too few left: then the policy has no outcome
 */
export function withinBudget<Value>(budget: DecisionBudget, evaluate: (steps: StepCount) => Value): Value {
  const given = Math.min(mostSteps.policy, budget.left);
  const own = { steps: given };
  const value = evaluate(own);
  const taken = given - Math.max(0, own.steps);
  budget.left -= taken;
  budget.taken.steps += taken;
  if (own.steps < 0 && given < mostSteps.policy) throw new TooCostly();
  return value;
}

/** A decision takes more steps than it may. */
export class TooCostly extends Error {}
