import { activityCalls, everyCall, proxyCalls, serviceFailures, stampedCalls } from './commonRefusalCodes.js';
import type { RefusalCode } from './refusals.js';
import type { Operation } from './row.js';

/** Every refusal that a row can answer: its own, and those decided before the request's content is read. */
export function refusalsOf(row: Pick<Operation, 'kind' | 'refusals'>): readonly RefusalCode[] {
  return [...new Set([...row.refusals, ...ofKind[row.kind]])];
}

const ofKind: Readonly<Record<Operation['kind'], readonly RefusalCode[]>> = {
  proxy: [...everyCall, ...serviceFailures, ...proxyCalls],
  query: [...everyCall, ...serviceFailures, ...stampedCalls],
  activity: [...everyCall, ...serviceFailures, ...stampedCalls, ...activityCalls],
};
