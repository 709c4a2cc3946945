import { ofActivities, ofEveryCall, ofProxyCalls, ofStampedCalls } from './commonRefusals.js';
import type { RefusalCode } from './refusals.js';
import type { Operation } from './row.js';
import { serviceRefusals } from './serviceRefusals.js';

/** Every refusal that a row can answer: its own, and what is refused before anybody looks at what was asked. */
export function refusalsOf(row: Pick<Operation, 'kind' | 'refusals'>): readonly RefusalCode[] {
  return [...new Set([...row.refusals, ...ofKind[row.kind]])];
}

/** The codes of tables. */
const codesOf = (...tables: readonly object[]) => tables.flatMap((table) => Object.keys(table) as RefusalCode[]);

const ofKind: Readonly<Record<Operation['kind'], readonly RefusalCode[]>> = {
  proxy: codesOf(ofEveryCall, serviceRefusals, ofProxyCalls),
  query: codesOf(ofEveryCall, serviceRefusals, ofStampedCalls),
  activity: codesOf(ofEveryCall, serviceRefusals, ofStampedCalls, ofActivities),
};
