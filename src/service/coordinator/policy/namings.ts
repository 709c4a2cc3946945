import { partsOf } from './language/reads.js';
import type { Expression, Predicate } from './language/syntax.js';

/** A place of a consensus where users or credentials are named: by a predicate, or, without one, all of them. */
export type Naming = { readonly root: 'approvers' | 'credentials'; readonly predicate: Predicate | undefined };

/** Whom a consensus names. Terms under `!` name nobody. */
export function namingsIn(expression: Expression): Naming[] {
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
