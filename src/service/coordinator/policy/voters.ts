import { type DecisionBudget, withinBudget } from './budget.js';
import type { CompiledPolicy } from './compile.js';
import { answerOf, isOffered, isThere, timeOf } from './judge.js';
import type { Evaluation, Values } from './language/evaluate.js';
import type { StepCount } from './language/values.js';
import type { Naming } from './namings.js';
import { type Approval, consensusOf, credentialFacts, type Subject, userFacts } from './subject.js';

/**
 * Whether a user may vote on an activity that waits: a policy would allow it if others approved, and that user is one of those whom it
 * names.
 *
 * @throws {TooCostly}
 */
export const mayVote = (
  policies: readonly CompiledPolicy[],
  subject: Subject,
  voter: Approval,
  budget: DecisionBudget,
): boolean =>
  // All are asked, so that their order makes no difference.
  policies.filter(
    (policy) =>
      policy.effect === 'EFFECT_ALLOW' &&
      isOffered(policy, subject.kind) &&
      withinBudget(budget, (steps) => awaits(policy, subject, voter, steps)),
  ).length > 0;

function awaits(policy: CompiledPolicy, subject: Subject, voter: Approval, budget: StepCount): boolean {
  const evaluation = { nowMs: subject.nowMs, budget };
  return (
    timeOf(policy, evaluation) === true &&
    isNamed(policy, subject, voter, evaluation) &&
    subject.conditions.some(
      (values) => isThere(policy, values, budget) && answerOf(policy.condition, values, evaluation) === true,
    )
  );
}

/**
 * Whether a policy's consensus names a user: a predicate over `approvers` is true for them, or `approvers` is used without one. If it uses
 * credentials only: a predicate over those is true for the one they would vote with.
 */
export function isNamed(
  { namings }: Pick<CompiledPolicy, 'namings'>,
  { consensus: approved }: Pick<Subject, 'consensus'>,
  { user, credential }: Approval,
  evaluation: Evaluation,
): boolean {
  if (namings.length === 0) return false;
  const { approvers, credentials } = consensusOf([{ user, credential }]);
  const values = {
    approvers: [...approved.approvers, ...approvers],
    credentials: [...approved.credentials, ...credentials],
  };
  const aboutUsers = namings.filter(({ root }) => root === 'approvers');
  if (aboutUsers.length > 0) return aboutUsers.some((naming) => isTrueOf(naming, userFacts(user), values, evaluation));
  if (!credential) return false;
  return namings.some((naming) => isTrueOf(naming, credentialFacts(user, credential), values, evaluation));
}

function isTrueOf({ predicate }: Naming, value: Values, values: Values, evaluation: Evaluation): boolean {
  if (!predicate) return true;
  return answerOf(predicate.body, { ...values, [predicate.variable]: value } as Values, evaluation) === true;
}
