import { ofActivities, ofEveryCall, ofProxyCalls, ofStampedCalls } from './commonRefusals.js';
import type { RefusalCode } from './refusals.js';
import type { Operation } from './row.js';
import { serviceRefusals } from './serviceRefusals.js';

/** Every refusal that a row can answer: its own, and those decided before the request's content is read. */
export function refusalsOf(row: Pick<Operation, 'kind' | 'refusals'>): readonly RefusalCode[] {
  return [...new Set([...row.refusals, ...ofKind[row.kind]])];
}

/** The codes of several tables. */
/* @__NO_SIDE_EFFECTS__ */
const codesOf = (...tables: readonly object[]) => tables.flatMap((table) => Object.keys(table) as RefusalCode[]);

const ofKind: Readonly<Record<Operation['kind'], readonly RefusalCode[]>> = {
  proxy: codesOf(ofEveryCall, serviceRefusals, ofProxyCalls),
  query: codesOf(ofEveryCall, serviceRefusals, ofStampedCalls),
  activity: codesOf(ofEveryCall, serviceRefusals, ofStampedCalls, ofActivities),
};
