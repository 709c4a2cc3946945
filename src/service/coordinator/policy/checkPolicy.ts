import type { ActivityRow } from '../../../contract/row.js';
import { limits } from '../../limits/limits.js';
import { conditionReads, readClause } from './compile.js';
import { checkExpression } from './language/check.js';
import { PolicyError } from './language/policyError.js';
import { partsOf } from './language/reads.js';
import type { Expression } from './language/syntax.js';
import { offers } from './offers.js';
import { type Clause, roots } from './roots.js';

/** What is wrong with a policy, and in which of its expressions. */
export type PolicyFault = { readonly clause: Clause; readonly at: number; readonly expected: string };

type Kind = Pick<ActivityRow, 'policyParameters' | 'policyRoots'>;

/**
 * Looks for what is wrong with a policy that is to be made: it cannot be read, its types do not fit, or no kind of activity has all
 * that it reads.
 *
 * @param kinds - of activities.
 */
export function faultOf(texts: { readonly [Name in Clause]: string }, kinds: readonly Kind[]): PolicyFault | undefined {
  for (const clause of clauses) {
    const { fault } = checkClause(clause, texts[clause], kinds);
    if (fault) return fault;
  }
  return undefined;
}

/** Reads one of its expressions, and looks for what is wrong with it. An empty text is no expression. */
export function checkClause(clause: Clause, text: string, kinds: readonly Kind[]): CheckedClause {
  try {
    const expression = readClause(text, limits.wordsOfExpression.most);
    if (!expression) return {};
    checkExpression(expression, roots[clause]);
    if (clause === 'condition') checkReads(expression, kinds);
    checkSpans(expression);
    return { expression };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { fault: { clause, at: error.at, expected: error.message } };
  }
}

/** Either of them, or neither. */
export type CheckedClause = { readonly expression?: Expression; readonly fault?: PolicyFault };

/** In the order in which they are checked. */
export const clauses: readonly Clause[] = ['consensus', 'condition', 'time'];

function checkReads(condition: Expression, kinds: readonly Kind[]): void {
  const before: string[] = [];
  for (const [read, at] of conditionReads(condition)) {
    before.push(read);
    if (!kinds.some((kind) => offers(kind, read))) throw new PolicyError(at, `no kind of activity has ${read}`);
    const isApart = before.filter(isPayload).length > 1;
    if (isApart || !kinds.some((kind) => before.every((each) => offers(kind, each))))
      throw new PolicyError(at, `no activity has all of ${before.join(', ')}: a policy for each is expected`);
  }
}

/** Each asks the clocks of a zone: more take more steps than a policy has. */
const mostSpans = 8;

function checkSpans(expression: Expression): void {
  const more = spansIn(expression)[mostSpans];
  if (more) throw new PolicyError(more.at, `at most ${mostSpans} CronSpans are expected`);
}

const spansIn = (expression: Expression): Expression[] =>
  expression.node === 'cronSpan' ? [expression] : partsOf(expression).flatMap(spansIn);

/** What is signed is one of these at a time. */
const isPayload = (read: string): boolean => read.includes('.') && !read.startsWith('activity.');
