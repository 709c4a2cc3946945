import type { CompiledPolicy } from './compile.js';
import { answerOf, isApplicable } from './judge.js';
import type { Evaluation, Values } from './language/evaluate.js';
import { partsOf } from './language/reads.js';
import type { Expression, Predicate } from './language/syntax.js';
import { type Approval, consensusOf, credentialFacts, type Subject, userFacts } from './subject.js';

/**
 * Whether a user may vote on an activity that waits: a policy would allow it if others approved, and that user is one of those whom it
 * names.
 */
export const mayVote = (policies: readonly CompiledPolicy[], subject: Subject, voter: Approval): boolean =>
  subject.conditions.some((values) =>
    policies.some((policy) => {
      const evaluation = { nowMs: subject.nowMs, budget: { steps: mostSteps } };
      return (
        policy.effect === 'EFFECT_ALLOW' &&
        isApplicable(policy, subject, values) &&
        answerOf(policy.time, { time: { now: subject.nowMs } }, evaluation) === true &&
        answerOf(policy.condition, values, evaluation) === true &&
        isNamed(policy, subject, voter, evaluation)
      );
    }),
  );

const mostSteps = 10_000;

/**
 * Whether a policy's consensus names a user: a predicate over `approvers` is true for them, or `approvers` is used without one. If it uses
 * credentials only: a predicate over those is true for the one they would vote with. Terms under `!` name nobody.
 */
export function isNamed(
  { consensus }: Pick<CompiledPolicy, 'consensus'>,
  { consensus: approved }: Pick<Subject, 'consensus'>,
  { user, credential }: Approval,
  evaluation: Evaluation,
): boolean {
  if (!consensus) return false;
  const { approvers, credentials } = consensusOf([{ user, credential }]);
  const values = {
    approvers: [...approved.approvers, ...approvers],
    credentials: [...approved.credentials, ...credentials],
  };
  const named = namingsIn(consensus);
  const aboutUsers = named.filter(({ root }) => root === 'approvers');
  if (aboutUsers.length > 0) return aboutUsers.some((naming) => isTrueOf(naming, userFacts(user), values, evaluation));
  if (!credential) return false;
  return named.some((naming) => isTrueOf(naming, credentialFacts(user, credential), values, evaluation));
}

/** A place where users or credentials are named: by a predicate, or, without one, all of them. */
type Naming = { readonly root: 'approvers' | 'credentials'; readonly predicate: Predicate | undefined };

function isTrueOf({ predicate }: Naming, value: Values, values: Values, evaluation: Evaluation): boolean {
  if (!predicate) return true;
  return answerOf(predicate.body, { ...values, [predicate.variable]: value } as Values, evaluation) === true;
}

function namingsIn(expression: Expression): Naming[] {
  if (expression.node === 'not') return [];
  if (isRoot(expression)) return [{ root: expression.name, predicate: undefined }];
  if (isPredicate(expression)) {
    const { of, body } = expression;
    const inside = namingsIn(body);
    return isRoot(of) ? [{ root: of.name, predicate: expression }, ...inside] : [...namingsIn(of), ...inside];
  }
  return partsOf(expression).flatMap(namingsIn);
}

const isRoot = (part: Expression): part is Extract<Expression, { node: 'name' }> & { name: Naming['root'] } =>
  part.node === 'name' && (part.name === 'approvers' || part.name === 'credentials');

const isPredicate = (part: Expression): part is Predicate =>
  part.node === 'all' || part.node === 'any' || part.node === 'filter';
