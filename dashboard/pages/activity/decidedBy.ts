import type { DecidingPart, PolicyOutcome } from 'latchkey/contract';
import { memberWords } from '../policies/draft.js';

/** Which part decided, in words: the mark alone is not seen by everybody. */
export function decidedBy(outcome: PolicyOutcome, parts: readonly DecidingPart[]): string {
  const where = parts.map(({ clause }) => memberWords[clause].toLowerCase()).join(' and ');
  if (parts.length === 0)
    return outcome === 'OUTCOME_ERROR'
      ? 'The activity has nothing of what it reads.'
      : 'It has no expression: it holds for everything.';
  if (outcome === 'OUTCOME_ERROR') return `Marked: where its ${where} could not be evaluated.`;
  if (parts.some(({ failed }) => failed))
    return `Marked: where its ${where} could not be evaluated, and a policy that denies then denies.`;
  return `Marked: what decided, in its ${where}.`;
}
