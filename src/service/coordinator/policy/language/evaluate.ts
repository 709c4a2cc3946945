import { isOpen } from './cronSpan.js';
import { type Span, spanOf } from './spans.js';
import type { Comparison, Expression, Predicate } from './syntax.js';
import type { PolicyValue } from './types.js';
import {
  asBoolean,
  asList,
  EvaluationError,
  indexed,
  isEqual,
  isIn,
  readMember,
  type StepCount,
  sliced,
  step,
} from './values.js';

/** The values of the roots, and of the variables around an expression. */
export type Values = { readonly [name: string]: PolicyValue | undefined };

/** What an evaluation goes by. */
export type Evaluation = {
  readonly nowMs: number;
  /** How many steps are left: for each part of an expression, and for the items and characters that it compares or copies. */
  readonly budget: StepCount;
  /** What made the last expression true or false, or could not be evaluated: {@link holds}. */
  deciding?: Span | undefined;
};

/**
 * Whether an expression is true. All of it is evaluated: an error in any part is an error of the whole.
 *
 * The part that decides it is told beside: of a conjunction that is false the first operand that is, of one that is true all of it, of
 * a disjunction the opposite; of `!` what decides its operand. A comparison and a call have no parts. Of an error it is the operand in
 * which it occurred.
 *
 * @throws {EvaluationError}
 */
export function holds(expression: Expression, values: Values, evaluation: Evaluation): boolean {
  const { nowMs, budget } = evaluation;
  return asBoolean(runOf(expression)({ values, nowMs, budget, variables: [], told: evaluation }));
}

/** Makes an expression ready to be evaluated, which takes longer than to evaluate it. */
export function makeReady(expression: Expression): void {
  runOf(expression);
}

function runOf(expression: Expression): Run {
  let run = runs.get(expression);
  if (run === undefined) {
    run = telling(expression);
    runs.set(expression, run);
  }
  return run;
}

/** An expression as functions, made at its first use: walking its parts again each time took three times as long. */
type Run = (running: Running) => PolicyValue;

const runs = new WeakMap<Expression, Run>();

/** `variables`: what stands for each item now, of the outermost predicate first. */
type Running = Pick<Evaluation, 'nowMs' | 'budget'> & {
  readonly values: Values;
  readonly variables: PolicyValue[];
  readonly told: Pick<Evaluation, 'deciding'>;
};

/** The same, and tells which part decides: outside of predicates, which decide by all of their items. */
function telling(expression: Expression): Run {
  const span = spanOf(expression);
  /** Where the steps end here, it is this part, and not the one before it. */
  const begin = ({ told, budget }: Running) => {
    told.deciding = span;
    step(budget);
  };
  if (expression.node === 'not') {
    const of = telling(expression.of);
    return (running) => {
      begin(running);
      return !asBoolean(of(running));
    };
  }
  if (expression.node === 'and' || expression.node === 'or') {
    const parts = expression.of.map(telling);
    const decisive = expression.node === 'or';
    return (running) => {
      begin(running);
      let deciding: Span | undefined;
      for (const part of parts) if (asBoolean(part(running)) === decisive) deciding ??= running.told.deciding;
      running.told.deciding = deciding ?? span;
      return deciding ? decisive : !decisive;
    };
  }
  const run = unstepped(expression, []);
  return (running) => {
    begin(running);
    return run(running);
  };
}

/** @param scope - names of the variables around it, the outermost first. */
function compiled(expression: Expression, scope: readonly string[]): Run {
  return stepped(unstepped(expression, scope));
}

const stepped =
  (run: Run): Run =>
  (running) => {
    step(running.budget);
    return run(running);
  };

function unstepped(expression: Expression, scope: readonly string[]): Run {
  const part = (inside: Expression): Run => compiled(inside, scope);
  switch (expression.node) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'list': {
      const items = expression.items.map(part);
      return (running) => items.map((item) => item(running));
    }
    case 'struct': {
      const members = [...expression.members].map(([name, member]) => [name, part(member)] as const);
      return (running) => Object.fromEntries(members.map(([name, member]) => [name, member(running)]));
    }
    case 'name':
      return named(expression.name, scope);
    case 'member': {
      const of = part(expression.of);
      const read = readMember(expression.name);
      return (running) => read(of(running));
    }
    case 'index': {
      const [of, index] = [part(expression.of), part(expression.index)];
      return (running) => indexed(of(running), index(running), running.budget);
    }
    case 'slice': {
      const [of, from, to] = [part(expression.of), part(expression.from), part(expression.to)];
      return (running) => sliced(of(running), [from(running), to(running)], running.budget);
    }
    case 'count': {
      const of = part(expression.of);
      return (running) => BigInt(asList(of(running)).length);
    }
    case 'contains': {
      const [of, value] = [part(expression.of), part(expression.value)];
      return (running) => {
        const list = asList(of(running));
        return isIn(value(running), list, running.budget);
      };
    }
    case 'all':
    case 'any':
    case 'filter':
      return selecting(expression, scope);
    case 'timestamp': {
      const { atMs } = expression;
      return () => atMs;
    }
    case 'cronSpan': {
      const { span } = expression;
      let last: { readonly minute: number; readonly open: boolean } | undefined;
      return ({ nowMs, budget }) => {
        step(budget, stepsOfSpan);
        const minute = Math.floor(nowMs / 60_000);
        // It opens and closes where a minute begins. To look takes 4 µs, and half of a decision by a hundred policies.
        if (last?.minute !== minute) last = { minute, open: isOpen(span, nowMs) };
        return last.open;
      };
    }
    case 'not': {
      const of = part(expression.of);
      return (running) => !asBoolean(of(running));
    }
    case 'and':
      return joined(expression.of.map(part), false);
    case 'or':
      return joined(expression.of.map(part), true);
    case 'compare':
      return comparing(expression, part);
  }
}

/** Whether the clocks of its zone are asked or not: what comes of a policy depends on nothing that was kept. */
const stepsOfSpan = 1000;

function named(name: string, scope: readonly string[]): Run {
  const place = scope.lastIndexOf(name);
  if (place >= 0) return ({ variables }) => variables[place] as PolicyValue;
  const read = readMember(name);
  return ({ values }) => read(values);
}

/** @param decisive - of parts the value that one of them suffices to give to the whole. */
function joined(parts: readonly Run[], decisive: boolean): Run {
  return (running) => {
    let isDecided = false;
    for (const part of parts) if (asBoolean(part(running)) === decisive) isDecided = true;
    return isDecided ? decisive : !decisive;
  };
}

function selecting({ node, of: list, variable, body: predicate }: Predicate, scope: readonly string[]): Run {
  const of = compiled(list, scope);
  const body = compiled(predicate, [...scope, variable]);
  const place = scope.length;
  const chosenOf = (running: Running, items: readonly PolicyValue[]): PolicyValue[] => {
    const chosen: PolicyValue[] = [];
    for (const item of items) {
      running.variables[place] = item;
      if (asBoolean(body(running))) chosen.push(item);
    }
    return chosen;
  };
  return (running) => {
    const items = asList(of(running));
    const chosen = chosenOf(running, items);
    if (node === 'filter') return chosen;
    return node === 'any' ? chosen.length > 0 : chosen.length === items.length;
  };
}

function comparing({ operator, left, right }: Comparison, part: (inside: Expression) => Run): Run {
  const [one, other] = [part(left), part(right)];
  if (operator === 'in')
    return (running) => {
      const value = one(running);
      return isIn(value, asList(other(running)), running.budget);
    };
  const compare = comparisons[operator];
  return (running) => {
    const [first, second] = [one(running), other(running)];
    if (typeof first !== typeof second || typeof first === 'object')
      throw new EvaluationError('compares what cannot be compared');
    return compare(first, second, running.budget);
  };
}

type Compare = (one: PolicyValue, other: PolicyValue, budget: StepCount) => boolean;

/** Of values of one type, which is no list and no struct. */
const comparisons: Readonly<Record<Exclude<Comparison['operator'], 'in'>, Compare>> = {
  '==': isEqual,
  '!=': (one, other, budget) => !isEqual(one, other, budget),
  '<': ordered((one, other) => one < other),
  '>': ordered((one, other) => one > other),
  '<=': ordered((one, other) => one <= other),
  '>=': ordered((one, other) => one >= other),
};

function ordered(inOrder: (one: bigint | number, other: bigint | number) => boolean): Compare {
  return (one, other) => {
    const isOrdered = typeof one === 'bigint' || typeof one === 'number';
    if (!isOrdered) throw new EvaluationError('orders what has no order');
    return inOrder(one, other as bigint | number);
  };
}
