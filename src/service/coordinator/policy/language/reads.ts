import type { Expression } from './syntax.js';

/**
 * The optional resources that an expression reads: `wallet`, `eth.tx`, `activity.params.user_id`, `approvers`; with the position of the
 * first read.
 *
 * @param depthOf - the depth at which roots are distinguished: of `eth` 1, of `activity` 2.
 */
export function readsOf(expression: Expression, depthOf: (root: string) => number | undefined): Map<string, number> {
  const reads = new Map<string, number>();
  visit(expression, (part, path) => {
    const depth = depthOf(part.name);
    if (depth === undefined) return;
    const read = [part.name, ...path.slice(0, depth)].join('.');
    if (!reads.has(read)) reads.set(read, part.at);
  });
  return reads;
}

type Name = Extract<Expression, { node: 'name' }>;

/** Shows each name with the members that are read of it, outermost last. */
function visit(
  expression: Expression,
  see: (name: Name, path: readonly string[]) => void,
  path: readonly string[] = [],
): void {
  if (expression.node === 'name') see(expression, path);
  else if (expression.node === 'member') visit(expression.of, see, [expression.name, ...path]);
  else for (const part of partsOf(expression)) visit(part, see);
}

/** The expressions that stand directly in an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.node) {
    case 'list':
      return expression.items;
    case 'struct':
      return [...expression.members.values()];
    case 'member':
    case 'count':
    case 'not':
      return [expression.of];
    case 'index':
      return [expression.of, expression.index];
    case 'slice':
      return [expression.of, expression.from, expression.to];
    case 'contains':
      return [expression.of, expression.value];
    case 'all':
    case 'any':
    case 'filter':
      return [expression.of, expression.body];
    case 'and':
    case 'or':
      return expression.of;
    case 'compare':
      return [expression.left, expression.right];
    default:
      return [];
  }
}
