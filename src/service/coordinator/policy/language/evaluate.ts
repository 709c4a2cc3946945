import { isOpen } from './cronSpan.js';
import type { Comparison, Expression, Predicate } from './syntax.js';
import type { PolicyValue } from './types.js';

/** The values of the roots, and of the variables around an expression. */
export type Values = { readonly [name: string]: PolicyValue | undefined };

/** What an evaluation goes by. */
export type Evaluation = {
  readonly nowMs: number;
  /** How many steps are left: one for each part of an expression, and for each item that is compared. */
  readonly budget: { steps: number };
};

/**
 * Whether an expression holds. All of it is evaluated, whatever its first parts say: an error anywhere is an error of the whole.
 *
 * @throws {EvaluationError}
 */
export function holds(expression: Expression, values: Values, evaluation: Evaluation): boolean {
  return asBoolean(evaluate(expression, values, evaluation));
}

function evaluate(expression: Expression, values: Values, evaluation: Evaluation): PolicyValue {
  step(evaluation);
  switch (expression.node) {
    case 'literal':
      return expression.value;
    case 'list':
      return expression.items.map((item) => evaluate(item, values, evaluation));
    case 'struct':
      return Object.fromEntries(
        [...expression.members].map(([name, member]) => [name, evaluate(member, values, evaluation)]),
      );
    case 'name':
      return memberOf(values, expression.name);
    case 'member':
      return memberOf(evaluate(expression.of, values, evaluation), expression.name);
    case 'index':
      return indexed(evaluate(expression.of, values, evaluation), evaluate(expression.index, values, evaluation));
    case 'slice':
      return sliced(
        evaluate(expression.of, values, evaluation),
        evaluate(expression.from, values, evaluation),
        evaluate(expression.to, values, evaluation),
      );
    case 'count':
      return BigInt(asList(evaluate(expression.of, values, evaluation)).length);
    case 'contains': {
      const list = asList(evaluate(expression.of, values, evaluation));
      return isIn(evaluate(expression.value, values, evaluation), list, evaluation);
    }
    case 'all':
    case 'any':
    case 'filter':
      return selected(expression, values, evaluation);
    case 'timestamp':
      return expression.atMs;
    case 'cronSpan':
      return isOpen(expression.span, evaluation.nowMs);
    case 'not':
      return !asBoolean(evaluate(expression.of, values, evaluation));
    case 'and':
    case 'or': {
      const parts = expression.of.map((part) => asBoolean(evaluate(part, values, evaluation)));
      return expression.node === 'and' ? !parts.includes(false) : parts.includes(true);
    }
    case 'compare':
      return compared(expression, values, evaluation);
  }
}

function step({ budget }: Evaluation): void {
  budget.steps -= 1;
  if (budget.steps < 0) throw new EvaluationError('has more steps than it may take');
}

function memberOf(of: PolicyValue | Values, name: string): PolicyValue {
  const value = typeof of === 'object' && Object.hasOwn(of, name) ? (of as Values)[name] : undefined;
  if (value === undefined) throw new EvaluationError(`reads ${name}, which is not there`);
  return value;
}

function indexed(of: PolicyValue, index: PolicyValue): PolicyValue {
  if (typeof index === 'string') {
    if (typeof of !== 'object' || isList(of)) throw new EvaluationError('reads a name of what has none');
    return memberOf(of, index);
  }
  const place = placeOf(index);
  const value = asSequence(of)[place];
  if (value === undefined) throw new EvaluationError('reads beyond the end');
  return value;
}

function sliced(of: PolicyValue, from: PolicyValue, to: PolicyValue): PolicyValue {
  const sequence = asSequence(of);
  const [start, end] = [placeOf(from), placeOf(to)];
  if (start > end || end > sequence.length) throw new EvaluationError('reads beyond the end');
  return sequence.slice(start, end);
}

/** No list and no text is longer than a safe integer. */
function placeOf(index: PolicyValue): number {
  if (typeof index !== 'bigint' || index < 0n || index > 2n ** 53n) throw new EvaluationError('reads beyond the end');
  return Number(index);
}

function selected({ node, of, variable, body }: Predicate, values: Values, evaluation: Evaluation): PolicyValue {
  const list = asList(evaluate(of, values, evaluation));
  const inside: { [name: string]: PolicyValue | undefined } = { ...values };
  const chosen = list.filter((item) => {
    inside[variable] = item;
    return holds(body, inside, evaluation);
  });
  if (node === 'filter') return chosen;
  return node === 'any' ? chosen.length > 0 : chosen.length === list.length;
}

function compared({ operator, left, right }: Comparison, values: Values, evaluation: Evaluation): boolean {
  const one = evaluate(left, values, evaluation);
  const other = evaluate(right, values, evaluation);
  if (operator === 'in') return isIn(one, asList(other), evaluation);
  if (typeof one !== typeof other || typeof one === 'object')
    throw new EvaluationError('compares what cannot be compared');
  if (operator === '==') return one === other;
  if (operator === '!=') return one !== other;
  if (typeof one === 'bigint' && typeof other === 'bigint') return isInOrder(operator, one, other);
  if (typeof one === 'number' && typeof other === 'number') return isInOrder(operator, one, other);
  throw new EvaluationError('orders what has no order');
}

function isInOrder(operator: '<' | '>' | '<=' | '>=', one: bigint | number, other: bigint | number): boolean {
  if (operator === '<') return one < other;
  if (operator === '>') return one > other;
  return operator === '<=' ? one <= other : one >= other;
}

function isIn(value: PolicyValue, list: readonly PolicyValue[], evaluation: Evaluation): boolean {
  let isFound = false;
  for (const item of list) isFound = isSame(value, item, evaluation) || isFound;
  return isFound;
}

function isSame(one: PolicyValue, other: PolicyValue, evaluation: Evaluation): boolean {
  step(evaluation);
  if (typeof one !== 'object' || typeof other !== 'object') return one === other;
  if (isList(one) || isList(other))
    return (
      isList(one) &&
      isList(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index] as PolicyValue, evaluation))
    );
  const names = namesOf(one);
  return (
    names.length === namesOf(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(memberOf(one, name), memberOf(other, name), evaluation))
  );
}

const namesOf = (value: Values): string[] => Object.keys(value).filter((name) => value[name] !== undefined);

const isList = (value: PolicyValue): value is readonly PolicyValue[] => Array.isArray(value);

function asList(value: PolicyValue): readonly PolicyValue[] {
  if (!isList(value)) throw new EvaluationError('reads as a list what is none');
  return value;
}

function asSequence(value: PolicyValue): string | readonly PolicyValue[] {
  return typeof value === 'string' ? value : asList(value);
}

function asBoolean(value: PolicyValue): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('takes for a yes or no what is neither');
  return value;
}

/** An expression has no value for what it is asked about. */
export class EvaluationError extends Error {}
