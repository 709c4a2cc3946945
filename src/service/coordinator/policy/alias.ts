import type { CompiledPolicy } from './compile.js';
import { partsOf } from './language/reads.js';
import type { Expression } from './language/syntax.js';

/**
 * Whether the consensus of a policy may mean a user by that name: it has the name as a text, or, where it reads parts of texts, a part of
 * the name.
 */
export function namesAlias({ consensus }: Pick<CompiledPolicy, 'consensus'>, alias: string): boolean {
  if (!consensus) return false;
  const parts = partsWithin(consensus);
  const readsParts = parts.some(({ node }) => node === 'slice' || node === 'index');
  return parts.some(
    (part) =>
      part.node === 'literal' &&
      typeof part.value === 'string' &&
      (readsParts ? part.value !== '' && alias.includes(part.value) : alias === part.value),
  );
}

const partsWithin = (expression: Expression): Expression[] => [
  expression,
  ...partsOf(expression).flatMap((part) => partsWithin(part)),
];
