import { memberAt } from '../../../vault/interfaces/callValue.js';
import type { PolicyValue } from './types.js';

/** Steps that are left: each is some 40 ns of work. */
export type StepCount = { steps: number };

/** @throws {EvaluationError} where none is left */
export function step(budget: StepCount, count = 1): void {
  budget.steps -= count;
  if (budget.steps < 0) throw new EvaluationError('has more steps than it may take');
}

/** Characters or items that are compared or copied in a step. */
const inOneStep = 64;

/** The steps of work on so many characters or items, beside the one of the expression itself. */
const stepsOf = (length: number): number => Math.floor(length / inOneStep);

type Members = { readonly [name: string]: PolicyValue | undefined };

/** Reads a member of any struct. @throws {EvaluationError} */
export function readMember(name: string): (of: PolicyValue | Members) => PolicyValue {
  const isInherited = name in Object.prototype || name in Array.prototype;
  return (of) => {
    const isThere = typeof of === 'object' && !(isInherited && !Object.hasOwn(of, name));
    const value = isThere ? (of as Members)[name] : undefined;
    if (value === undefined) throw new EvaluationError(`reads ${name}, which is not there`);
    return value;
  };
}

/** An item or a member of a tuple by its place, a character, or a member by its name. @throws {EvaluationError} */
export function indexed(of: PolicyValue, index: PolicyValue, budget: StepCount): PolicyValue {
  if (typeof index === 'string') {
    step(budget, stepsOf(index.length));
    if (typeof of !== 'object' || isList(of)) throw new EvaluationError('reads a name of what has none');
    return readMember(index)(of);
  }
  const place = placeOf(index);
  const value = typeof of === 'object' && !isList(of) ? memberAt(of, place) : asSequence(of)[place];
  if (value === undefined) throw new EvaluationError('reads beyond the end');
  return value;
}

/** Items or characters from one place to before another. @throws {EvaluationError} */
export function sliced(
  of: PolicyValue,
  [from, to]: readonly [PolicyValue, PolicyValue],
  budget: StepCount,
): PolicyValue {
  const sequence = asSequence(of);
  const [start, end] = [placeOf(from), placeOf(to)];
  if (start > end || end > sequence.length) throw new EvaluationError('reads beyond the end');
  step(budget, stepsOf(end - start));
  return sequence.slice(start, end);
}

/** No list and no text is longer than a safe integer. */
function placeOf(index: PolicyValue): number {
  if (typeof index !== 'bigint' || index < 0n || index > 2n ** 53n) throw new EvaluationError('reads beyond the end');
  return Number(index);
}

/** Whether a list has a value; all items are compared. @throws {EvaluationError} */
export function isIn(value: PolicyValue, list: readonly PolicyValue[], budget: StepCount): boolean {
  let isFound = false;
  for (const item of list) isFound = isSame(value, item, budget) || isFound;
  return isFound;
}

function isSame(one: PolicyValue, other: PolicyValue, budget: StepCount): boolean {
  step(budget);
  if (typeof one !== 'object' || typeof other !== 'object') return isEqual(one, other, budget);
  if (isList(one) || isList(other))
    return (
      isList(one) &&
      isList(other) &&
      one.length === other.length &&
      one.every((item, index) => isSame(item, other[index] as PolicyValue, budget))
    );
  const names = namesOf(one);
  const others = namesOf(other);
  step(budget, names.length + others.length);
  return (
    names.length === others.length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isSame(one[name] as PolicyValue, readMember(name)(other), budget),
    )
  );
}

/** Whether two values that are no lists and no structs are equal. @throws {EvaluationError} */
export function isEqual(one: PolicyValue, other: PolicyValue, budget: StepCount): boolean {
  // Of texts of one length, all characters may be compared.
  if (typeof one === 'string' && typeof other === 'string' && one.length === other.length)
    step(budget, stepsOf(one.length));
  return one === other;
}

const namesOf = (value: Members): string[] => Object.keys(value).filter((name) => value[name] !== undefined);

const isList = (value: PolicyValue): value is readonly PolicyValue[] => Array.isArray(value);

/** @throws {EvaluationError} */
export function asList(value: PolicyValue): readonly PolicyValue[] {
  if (!isList(value)) throw new EvaluationError('reads as a list what is none');
  return value;
}

function asSequence(value: PolicyValue): string | readonly PolicyValue[] {
  return typeof value === 'string' ? value : asList(value);
}

/** @throws {EvaluationError} */
export function asBoolean(value: PolicyValue): boolean {
  if (typeof value !== 'boolean') throw new EvaluationError('takes for a yes or no what is neither');
  return value;
}

/** An expression has no value for this activity. */
export class EvaluationError extends Error {}
