import * as v from 'valibot';
import { LatchkeyError } from '../errors.js';
import type { Activity } from './activities.records.js';
import { type ActivityRow, versionOf } from './row.js';

/** An activity's version, and its typed parts. `result` is absent if the activity is pending or has failed. */
export type ReadActivity<R extends ActivityRow> = {
  readonly [Name in VersionName<R>]: {
    readonly version: Name;
    readonly intent: v.InferInput<R['versions'][Name]['parameters']>;
    readonly result: v.InferOutput<R['versions'][Name]['result']> | undefined;
  };
}[VersionName<R>];

type VersionName<R extends ActivityRow> = keyof R['versions'] & string;

/**
 * Finds an activity's typed intent and result, either in the activity itself or in a second, full activity under `result.activity`.
 *
 * @throws {ActivityShapeError} ACTIVITY_UNREADABLE when the activity is not one of the row's, or its result has another shape
 * @see docs/wire.md S2.1, shape note
 */
export function readActivity<R extends ActivityRow>(row: R, activity: Activity): ReadActivity<R> {
  const found = versionOf(row, activity.type);
  if (!found) throw unreadable(row, 'its type is another one');
  const { intentKey, resultKey, result: schema } = found.version;
  const levels = [activity, activity.result.activity].filter(isActivityLike);
  const intent = levels.map((level) => level.intent?.[intentKey]).find(isPresent);
  const result =
    levels.map((level) => level.result?.[resultKey]).find(isPresent) ??
    (resultKey === '' && isDone(levels) ? {} : undefined);
  const parsed = v.safeParse(v.optional(schema), result);
  if (!parsed.success) throw unreadable(row, `${resultKey} has another shape`);
  return { version: found.name, intent, result: parsed.output } as ReadActivity<R>;
}

type ActivityLike = { status?: unknown; intent?: Record<string, unknown>; result?: Record<string, unknown> };

const isActivityLike = (value: unknown): value is ActivityLike => typeof value === 'object' && value !== null;
const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
const isDone = (levels: ActivityLike[]): boolean => levels.some(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED');

const unreadable = (row: ActivityRow, why: string): ActivityShapeError =>
  new ActivityShapeError('ACTIVITY_UNREADABLE', `The answer to ${row.name} cannot be read: ${why}.`);

/** The answer is not an activity of the requested row. */
export class ActivityShapeError extends LatchkeyError<'ACTIVITY_UNREADABLE'> {}
