import type { Span } from './language/spans.js';
import type { Clause } from './roots.js';

/** The parts that decide, by the expressions that they stand in. */
export type Deciding = { readonly [Name in Clause]?: Part | undefined };

/** `failed`: it could not be evaluated. */
type Part = Span & { readonly failed?: true };

export type PolicyAnswer = boolean | 'error';

/** What came of one of a policy's expressions, and the part that made it so: `undefined` where the expression is left out. */
export type ClauseAnswer = { readonly answer: PolicyAnswer; readonly deciding: Span | undefined };
export type ClauseAnswers = { readonly [Name in Clause]: ClauseAnswer };

/**
 * The parts that decide what a policy says: an error decides alone, then the first expression that is false; where all hold, each decides.
 */
export function decidingOf({ time, condition, consensus }: ClauseAnswers): Deciding {
  if (time.answer === 'error') return { time: failed(time) };
  if (condition.answer === 'error') return { condition: failed(condition) };
  if (consensus.answer === 'error') return { consensus: failed(consensus) };
  if (!condition.answer) return { condition: condition.deciding };
  if (!consensus.answer) return { consensus: consensus.deciding };
  return { time: time.deciding, condition: condition.deciding, consensus: consensus.deciding };
}

const failed = ({ deciding }: ClauseAnswer): Part | undefined => deciding && { ...deciding, failed: true };

/** As it is kept: `c0-47s3-12`, offsets of the condition's part and of the consensus's; `c!0-47` where that part failed. */
export const writeDeciding = (deciding: Deciding): string =>
  clauses.map(([letter, clause]) => written(letter, deciding[clause])).join('');

const written = (letter: string, part: Part | undefined): string =>
  part ? `${letter}${part.failed ? '!' : ''}${part.from}-${part.to}` : '';

/** Reads what was kept. */
export function readDeciding(kept: string): ({ readonly clause: Clause } & Part)[] {
  return clauses.flatMap(([letter, clause]) => {
    const [, mark, from, to] = new RegExp(`${letter}(!?)(\\d+)-(\\d+)`).exec(kept) ?? [];
    if (from === undefined) return [];
    return [{ clause, from: Number(from), to: Number(to), ...(mark === '!' && { failed: true as const }) }];
  });
}

const clauses: readonly (readonly [letter: string, clause: Clause])[] = [
  ['c', 'condition'],
  ['s', 'consensus'],
  ['t', 'time'],
];
