import type { Expression } from '../../../src/service/coordinator/policy/language/syntax.js';
import type { PolicyValue } from '../../../src/service/coordinator/policy/language/types.js';
import { offers } from '../../../src/service/coordinator/policy/offers.js';
import type { Subject } from '../../../src/service/coordinator/policy/subject.js';

/** A policy with parsed expressions. */
export type ReadPolicy = {
  readonly effect: 'EFFECT_ALLOW' | 'EFFECT_DENY';
  readonly consensus: Expression | undefined;
  readonly condition: Expression | undefined;
  readonly reads: readonly string[];
};

/** The decision of all policies: a second, simple implementation of the rules, without any optimization. */
export function naiveRuling(policies: readonly ReadPolicy[], subject: Subject) {
  const elements = subject.conditions.map((values) =>
    policies.map((policy) => outcomeOf(policy, subject, values as Facts)),
  );
  return {
    denies: elements.some((each) => each.some((word) => word === 'deny')),
    allows: elements.every((each) => each.some((word) => word === 'allow')),
    awaits: elements.every((each) => each.some((word) => word === 'allow' || word === 'wait')),
  };
}

type Facts = Record<string, PolicyValue>;

function outcomeOf(policy: ReadPolicy, subject: Subject, facts: Facts): 'deny' | 'allow' | 'wait' | 'nothing' {
  const isAbout = policy.reads.every((read) => {
    if (!offers(subject.kind, read)) return false;
    return read.startsWith('activity.') || read.split('.').reduce<unknown>(memberIn, facts) !== undefined;
  });
  if (!isAbout) return 'nothing';
  const [condition, consensus] = [yes(policy.condition, facts), yes(policy.consensus, subject.consensus as Facts)];
  if (policy.effect === 'EFFECT_DENY')
    return condition === undefined || consensus === undefined || (condition && consensus) ? 'deny' : 'nothing';
  if (condition === undefined || consensus === undefined || !condition) return 'nothing';
  return consensus ? 'allow' : 'wait';
}

const memberIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** `undefined`: an error. */
function yes(expression: Expression | undefined, facts: Facts): boolean | undefined {
  if (expression === undefined) return true;
  const value = naive(expression, facts);
  return typeof value === 'boolean' ? value : undefined;
}

/** The value of an expression; `undefined` if it has none, and then the enclosing expressions have none, too. */
function naive(e: Expression, facts: Facts): PolicyValue | undefined {
  const of = (part: Expression) => naive(part, facts);
  switch (e.node) {
    case 'literal':
      return e.value;
    case 'list':
      return every(e.items.map(of));
    case 'name':
      return Object.hasOwn(facts, e.name) ? facts[e.name] : undefined;
    case 'member': {
      const value = of(e.of);
      return isStruct(value) && Object.hasOwn(value, e.name) ? value[e.name] : undefined;
    }
    case 'index': {
      const [value, index] = [of(e.of), of(e.index)];
      if (typeof index === 'string') return isStruct(value) && Object.hasOwn(value, index) ? value[index] : undefined;
      if (typeof index !== 'bigint' || index < 0n) return undefined;
      return typeof value === 'string' || Array.isArray(value) ? value[Number(index)] : undefined;
    }
    case 'count': {
      const value = of(e.of);
      return Array.isArray(value) ? BigInt(value.length) : undefined;
    }
    case 'contains':
      return isIn(of(e.value), of(e.of));
    case 'all':
    case 'any':
    case 'filter': {
      const value = of(e.of);
      if (!Array.isArray(value)) return undefined;
      const each = value.map((item) => yes(e.body, { ...facts, [e.variable]: item }));
      if (each.includes(undefined)) return undefined;
      if (e.node === 'filter') return value.filter((_, index) => each[index]);
      return e.node === 'all' ? each.every((one) => one) : each.some((one) => one);
    }
    case 'not': {
      const value = of(e.of);
      return typeof value === 'boolean' ? !value : undefined;
    }
    case 'and':
    case 'or': {
      const parts = e.of.map(of);
      if (parts.some((part) => typeof part !== 'boolean')) return undefined;
      return e.node === 'and' ? parts.every((part) => part) : parts.some((part) => part);
    }
    case 'compare': {
      const [left, right] = [of(e.left), of(e.right)];
      if (left === undefined || right === undefined) return undefined;
      if (e.operator === 'in') return isIn(left, right);
      if (typeof left !== typeof right || typeof left === 'object') return undefined;
      if (e.operator === '==') return left === right;
      if (e.operator === '!=') return left !== right;
      if (typeof left !== 'bigint' || typeof right !== 'bigint') return undefined;
      return { '<': left < right, '>': left > right, '<=': left <= right, '>=': left >= right }[e.operator];
    }
    default:
      throw new Error(`The naive evaluator does not know ${e.node}.`);
  }
}

const isStruct = (value: PolicyValue | undefined): value is { readonly [name: string]: PolicyValue | undefined } =>
  typeof value === 'object' && !Array.isArray(value);

function every(values: (PolicyValue | undefined)[]): PolicyValue | undefined {
  return values.includes(undefined) ? undefined : (values as PolicyValue[]);
}

function isIn(value: PolicyValue | undefined, list: PolicyValue | undefined): boolean | undefined {
  if (value === undefined || !Array.isArray(list)) return undefined;
  return list.some((item) => JSON.stringify(item, exact) === JSON.stringify(value, exact));
}

const exact = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
