import type { Mutant } from './mutant.js';
import type { Verdict } from './verdict.js';

/** What became of a mutant. A fault is one of the list: it proves nothing about the tests. */
export type Judgement =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'equivalent' }
  | { readonly kind: 'fault'; readonly why: string };

/** A mutant is killed where a test fails, and not where something else does: that would happen whatever the tests say. */
export function judge({ equivalent }: Pick<Mutant, 'equivalent'>, verdict: Verdict): Judgement {
  const { isLoaded, passed, failed, broken } = verdict;
  const [first] = failed;
  if (!isLoaded) return { kind: 'fault', why: 'its tests do not load its file' };
  if (broken.length > 0) return { kind: 'fault', why: `outside of a test: ${broken.join('; ')}` };
  if (first !== undefined)
    return equivalent === undefined
      ? { kind: 'killed', by: first }
      : { kind: 'fault', why: `not equivalent: ${first}` };
  if (passed === 0) return { kind: 'fault', why: 'no test ran' };
  return { kind: equivalent === undefined ? 'survived' : 'equivalent' };
}
