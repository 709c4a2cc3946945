import { limits } from '../../limits/limits.js';
import type { StepCount } from './language/values.js';

/** The steps that a decision has left, for the verdict and for who may vote, and all that were taken. */
export type DecisionBudget = { left: number; readonly taken: StepCount };

export const decisionBudget = (left: number = limits.stepsOfDecision.most): DecisionBudget => ({
  left,
  taken: { steps: 0 },
});

/**
 * Evaluates one policy by its own steps, and by those that the decision has left.
 *
 * @throws {TooCostly} where the decision has too few left: then the policy has no outcome
 */
export function withinBudget<Value>(budget: DecisionBudget, evaluate: (steps: StepCount) => Value): Value {
  const given = Math.min(limits.stepsOfPolicy.most, budget.left);
  const own = { steps: given };
  const value = evaluate(own);
  const taken = given - Math.max(0, own.steps);
  budget.left -= taken;
  budget.taken.steps += taken;
  if (own.steps < 0 && given < limits.stepsOfPolicy.most) throw new TooCostly();
  return value;
}

/** A decision takes more steps than it may. */
export class TooCostly extends Error {}
