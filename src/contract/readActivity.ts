import * as v from 'valibot';
import { LatchkeyError } from '../errors.js';
import type { Activity } from './activities.records.js';
import { type ActivityRow, type ActivityVersion, versionOf } from './row.js';

/** The typed parts of an activity. `result` is absent while the activity is pending, and where it has failed. */
export type ReadActivity<R extends ActivityVersion> = {
  readonly intent: v.InferInput<R['parameters']>;
  readonly result: v.InferOutput<R['result']> | undefined;
};

/**
 * Finds an activity's typed intent and result, whether they stand in the activity itself or in a second, full activity under
 * `result.activity`.
 *
 * @throws {ActivityShapeError} ACTIVITY_UNREADABLE when the activity is not one of the row's, or its result has another shape
 * @see Specification 2.1, shape note
 */
export function readActivity<Newest extends ActivityVersion, Older extends ActivityVersion>(
  row: ActivityRow<string, Newest, Older>,
  activity: Activity,
): ReadActivity<Newest> {
  const version = versionOf(row, activity.type);
  if (!version) throw unreadable(row, 'its type is another one');
  const levels = [activity, activity.result.activity].filter(isActivityLike);
  const intent = levels.map((level) => level.intent?.[version.intentKey]).find(isPresent);
  const found = levels.map((level) => level.result?.[version.resultKey]).find(isPresent);
  const result = found ?? (version.resultKey === '' && isDone(levels) ? {} : undefined);
  if (result === undefined) return { intent, result };
  const parsed = v.safeParse(version.result, result);
  if (!parsed.success) throw unreadable(row, `${version.resultKey} has another shape`);
  return { intent, result: parsed.output };
}

type ActivityLike = { status?: unknown; intent?: Record<string, unknown>; result?: Record<string, unknown> };

const isActivityLike = (value: unknown): value is ActivityLike => typeof value === 'object' && value !== null;
const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
const isDone = (levels: ActivityLike[]): boolean => levels.some(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED');

const unreadable = (row: ActivityRow, why: string): ActivityShapeError =>
  new ActivityShapeError('ACTIVITY_UNREADABLE', `The answer to ${row.name} cannot be read: ${why}.`);

/** An answer that is not an activity of the row that was asked. */
export class ActivityShapeError extends LatchkeyError<'ACTIVITY_UNREADABLE'> {}
