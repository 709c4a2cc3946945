import { writeRefusalBody } from '../../../contract/refusalBody.js';
import type { ActivityRow, ActivityVersion } from '../../../contract/row.js';
import type { Row } from '../../store/schema.js';
import { type Counted, isCounted } from './execution.js';
import { redact } from './record.js';

/** What became of an execution: its result, or a failure. */
export type Outcome = object | Counted;

/** The columns in which an activity's outcome is recorded, secret members redacted. */
export function concluded(
  row: ActivityRow,
  version: ActivityVersion,
  outcome: Outcome,
): Pick<Row<'activities'>, 'status' | 'result' | 'failure' | 'waiting_since_ms'> {
  if (isCounted(outcome)) {
    const failure = JSON.stringify(writeRefusalBody(outcome.counted));
    return { status: 'ACTIVITY_STATUS_FAILED', result: '{}', failure, waiting_since_ms: null };
  }
  const result = JSON.stringify(resultMember(version, redact(outcome, row.secretResult) as object));
  return { status: 'ACTIVITY_STATUS_COMPLETED', result, failure: null, waiting_since_ms: null };
}

/** The `result` object of an activity: one member named by the version's result key, or none. */
export const resultMember = (version: ActivityVersion, result: object): Record<string, unknown> =>
  version.resultKey === '' ? {} : { [version.resultKey]: result };
