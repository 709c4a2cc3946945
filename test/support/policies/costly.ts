import type { WrittenPolicy } from './subjects.js';

const wide = `[${'1,'.repeat(1000)}1].any(a, a == 2)`;

/** Some 8,000 steps, and true of nothing: a decision has room for sixty. */
const costly = `${wide} || ${wide}`;

/** Policies that no decision has room for, and that match nothing. Those that allow name everybody as voter. */
export const tooMany = (
  effect: WrittenPolicy['effect'] = 'EFFECT_DENY',
  count = 100,
): (WrittenPolicy & { readonly policyName: string })[] =>
  Array.from({ length: count }, (_, index) => ({
    policyName: `Costly ${index}`,
    effect,
    condition: costly,
    ...(effect === 'EFFECT_ALLOW' && { consensus: 'approvers.count() > 9' }),
  }));
