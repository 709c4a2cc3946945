import { PolicyError } from './policyError.js';
import type { Comparison, Expression, Predicate } from './syntax.js';
import { isAlike, type PolicyType, type StructType, struct, typeName } from './types.js';

/** The names that an expression may use: the roots of its kind, and the variables around it. */
export type Scope = { readonly [name: string]: PolicyType };

/**
 * Checks that an expression is a yes or no, and that all in it fits together.
 *
 * @throws {PolicyError}
 */
export function checkExpression(expression: Expression, roots: Scope): void {
  expectAlike(typeOf(expression, roots), 'bool', expression.at);
}

function typeOf(expression: Expression, scope: Scope): PolicyType {
  switch (expression.node) {
    case 'literal':
      return literalTypes[typeof expression.value as keyof typeof literalTypes];
    case 'list':
      return { list: itemTypeOf(expression.items, scope) };
    case 'struct':
      return struct(
        'a struct',
        Object.fromEntries([...expression.members].map(([name, member]) => [name, typeOf(member, scope)])),
      );
    case 'name':
      return typeOfName(expression, scope);
    case 'member':
      return memberOf(typeOf(expression.of, scope), expression);
    case 'index':
      return indexed(typeOf(expression.of, scope), typeOf(expression.index, scope), expression);
    case 'slice':
      expectAlike(typeOf(expression.from, scope), 'int', expression.from.at);
      expectAlike(typeOf(expression.to, scope), 'int', expression.to.at);
      return sliced(typeOf(expression.of, scope), expression.at);
    case 'count':
      itemOf(typeOf(expression.of, scope), expression.at);
      return 'int';
    case 'contains':
      expectAlike(
        typeOf(expression.value, scope),
        itemOf(typeOf(expression.of, scope), expression.at),
        expression.value.at,
      );
      return 'bool';
    case 'all':
    case 'any':
    case 'filter':
      return predicateOf(expression, scope);
    case 'timestamp':
    case 'cronSpan':
      if (!Object.hasOwn(scope, 'time')) throw new PolicyError(expression.at, 'times stand in a time expression alone');
      return expression.node === 'timestamp' ? 'timestamp' : 'bool';
    case 'not':
      expectAlike(typeOf(expression.of, scope), 'bool', expression.of.at);
      return 'bool';
    case 'and':
    case 'or':
      for (const part of expression.of) expectAlike(typeOf(part, scope), 'bool', part.at);
      return 'bool';
    case 'compare':
      return compared(expression, scope);
  }
}

const literalTypes = { bigint: 'int', string: 'string', boolean: 'bool' } as const;

function itemTypeOf(items: readonly Expression[], scope: Scope): PolicyType {
  const [first = 'any', ...others] = items.map((item) => typeOf(item, scope));
  for (const [index, other] of others.entries()) expectAlike(other, first, items[index + 1]?.at ?? 0);
  return first;
}

function typeOfName({ name, at }: { name: string; at: number }, scope: Scope): PolicyType {
  const type = Object.hasOwn(scope, name) ? scope[name] : undefined;
  if (type === undefined) throw new PolicyError(at, `one of ${Object.keys(scope).join(', ')} is expected`);
  return type;
}

function memberOf(type: PolicyType, { name, at }: { name: string; at: number }): PolicyType {
  if (typeof type === 'string' || !('required' in type))
    throw new PolicyError(at, `${typeName(type)} has no members${isKeyed(type) ? `: ['${name}'] is expected` : ''}`);
  const members: StructType['required'] = { ...type.required, ...type.optional };
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (member === undefined)
    throw new PolicyError(at, `a member of ${type.name} is expected: ${Object.keys(members).join(', ')}`);
  return member;
}

const isKeyed = (type: PolicyType): boolean => type === 'any' || (typeof type === 'object' && 'map' in type);

function indexed(
  type: PolicyType,
  index: PolicyType,
  { at, index: { at: indexAt } }: { at: number; index: Expression },
) {
  if (type === 'any') {
    if (index !== 'int' && index !== 'string' && index !== 'any') expectAlike(index, 'string', indexAt);
    return 'any';
  }
  if (typeof type === 'object' && 'map' in type) {
    expectAlike(index, 'string', indexAt);
    return type.map;
  }
  expectAlike(index, 'int', indexAt);
  return type === 'string' ? 'string' : itemOf(type, at);
}

const sliced = (type: PolicyType, at: number): PolicyType =>
  type === 'string' || type === 'any' ? type : { list: itemOf(type, at) };

function itemOf(type: PolicyType, at: number): PolicyType {
  if (type === 'any') return 'any';
  if (typeof type === 'object' && 'list' in type) return type.list;
  throw new PolicyError(at, `a list is expected, not ${typeName(type)}`);
}

function predicateOf({ node, of, at, variable, body }: Predicate, scope: Scope): PolicyType {
  const type = typeOf(of, scope);
  const item = itemOf(type, at);
  if (Object.hasOwn(scope, variable))
    throw new PolicyError(at, `a variable with a name of its own is expected, not ${variable}`);
  expectAlike(typeOf(body, { ...scope, [variable]: item }), 'bool', body.at);
  return node === 'filter' ? type : 'bool';
}

function compared({ operator, left, right, at }: Comparison, scope: Scope): PolicyType {
  const one = typeOf(left, scope);
  const other = typeOf(right, scope);
  if (operator === 'in') {
    expectAlike(one, itemOf(other, right.at), at);
    return 'bool';
  }
  const isOrder = operator !== '==' && operator !== '!=';
  for (const [type, part] of [[one, left] as const, [other, right] as const]) {
    const isComparable = typeof type === 'string' && !(isOrder && (type === 'string' || type === 'bool'));
    if (!isComparable) throw new PolicyError(part.at, `what ${operator} compares is expected, not ${typeName(type)}`);
  }
  expectAlike(other, one, at);
  return 'bool';
}

function expectAlike(type: PolicyType, expected: PolicyType, at: number): void {
  if (!isAlike(type, expected)) throw new PolicyError(at, `${typeName(expected)} is expected, not ${typeName(type)}`);
}
