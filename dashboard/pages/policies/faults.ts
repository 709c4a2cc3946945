import { type ActivityRow, activityRows } from 'latchkey/contract';
// The service's own reader: it needs nothing of the service, and what it says here is what the service will say.
import { faultOf, type PolicyFault } from '../../../src/service/coordinator/policy/checkPolicy.js';
import type { Clause, Draft } from './draft.js';

/** What is wrong with an expression, `undefined` where nothing is. */
export function faultIn(clause: Clause, draft: Draft): PolicyFault | undefined {
  const alone = { consensus: '', condition: '', time: '', [clause]: draft[clause] };
  return faultOf(alone, Object.values<ActivityRow>(activityRows));
}

/** Where it is, as one counts in an editor, and what is expected there. */
export function faultWords(text: string, { at, expected }: PolicyFault): string {
  const lines = text.slice(0, at).split('\n');
  return `Line ${lines.length}, character ${(lines.at(-1) ?? '').length + 1}: ${expected}.`;
}
