import * as v from 'valibot';
import { getActivity, listActivities } from '../../contract/activities.queries.js';
import { type Activity, type ActivityStatus, activityStatus } from '../../contract/activities.records.js';
import { uuid } from '../../contract/fields.js';
import { refused } from '../../contract/refusals.js';
import type { ActivityRow } from '../../contract/row.js';
import { activityRows } from '../../contract/rows.js';
import { firstTimedId } from '../ids.js';
import { asRootUser } from './callerOf.js';
import type { ConfigEnvironment } from './environment.js';
import { forTerminal } from './forTerminal.js';
import type { Outputs } from './outputs.js';
import type { RootCaller } from './rootCaller.js';

/** Which activities are listed. */
export type ActivitiesWanted = {
  readonly status?: ActivityStatus | undefined;
  /** `ACTIVITY_TYPE_…` */
  readonly type?: string | undefined;
  /** The id of the user who submitted them. */
  readonly by?: string | undefined;
  /** From when on, and before when, in milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  /** The id after which, among the older ones, the list goes on. */
  readonly after?: string | undefined;
  /** At most so many. */
  readonly limit: number;
  /** One line of JSON each, with everything that the wire has. */
  readonly json: boolean;
};

/** Whether there are activities of a type, in any of its versions. */
export const isActivityType = (type: string): boolean =>
  Object.values<ActivityRow>(activityRows).some(({ versions }) =>
    Object.values(versions).some((version) => version.type === type),
  );

/** Whether a text is an id, as the list takes it. */
export const isId = (text: string): boolean => v.is(uuid, text);

/** The status that a word of the command line names: `completed`, `consensus-needed`. */
export function statusNamed(word: string): ActivityStatus | undefined {
  const name = `ACTIVITY_STATUS_${word.toUpperCase().replaceAll('-', '_')}`;
  return activityStatus.options.find((each) => each === name);
}

/** The moment that a text of the command line names: `2026-11-30`, `2026-11-30T12:00:00Z`. Where it has no zone, it is UTC's. */
export function momentNamed(text: string): number | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!parts) return undefined;
  const [, date, time = '00:00', zone = 'Z'] = parts;
  const isDay =
    Number.isFinite(Date.parse(`${date}T00:00Z`)) && new Date(`${date}T00:00Z`).toISOString().startsWith(`${date}T`);
  const ms = Date.parse(`${date}T${time}${zone}`);
  return isDay && ms >= 0 ? ms : undefined;
}

/** What `--status` takes. */
export const statusWords = activityStatus.options.map(wordOf);

/**
 * `latchkey activities list` and `export`: an organization's activities, newest first. An export that was cut off goes on with the last id
 * that it printed.
 *
 * @returns the exit code.
 */
export const listCommand = (
  environment: ConfigEnvironment,
  wanted: ActivitiesWanted,
  { print, say }: Outputs,
): Promise<number> =>
  asRootUser(environment, async (caller) => {
    let count = 0;
    for await (const activity of activitiesOf(caller, wanted)) {
      print(wanted.json ? forTerminal(JSON.stringify(activity)) : lineOf(activity));
      count += 1;
    }
    if (!wanted.json) say(count === 1 ? '1 activity' : `${count} activities`);
    return 0;
  });

/** `latchkey activities show ID`: everything that the wire has of one. @throws {RefusedError} ACTIVITY_NOT_FOUND */
export const showCommand = (environment: ConfigEnvironment, id: string, { print }: Outputs): Promise<number> =>
  asRootUser(environment, async (caller) => {
    print(forTerminal(JSON.stringify(await named(caller, id), null, 2)));
    return 0;
  });

/** The activity of that id, or of that fingerprint. */
async function named(caller: RootCaller, id: string): Promise<Activity> {
  if (!id.startsWith('sha256:')) return (await caller.ask(getActivity, { activityId: id })).activity;
  const [found] = (await caller.ask(listActivities, { filterByFingerprint: id })).activities;
  if (!found) throw refused('ACTIVITY_NOT_FOUND');
  return (await caller.ask(getActivity, { activityId: found.id })).activity; // with its proofs, which lists leave out
}

/** Page by page, as they are read. */
async function* activitiesOf(
  caller: RootCaller,
  { status, type, by, sinceMs, untilMs, after, limit }: ActivitiesWanted,
) {
  const filters = {
    ...(status && { filterByStatus: [status] }),
    ...(type && { filterByType: [type] }),
    ...(by !== undefined && { filterBySubmitter: by }),
  };
  const before = sinceMs === undefined ? {} : { before: firstTimedId(sinceMs) };
  let last = [after, firstTimedId(untilMs ?? latestMs)].filter((id) => id !== undefined).sort()[0];
  for (let left = limit; left > 0; ) {
    const page = { limit: String(Math.min(left, mostAPage)), after: last, ...before };
    const { activities } = await caller.ask(listActivities, { ...filters, paginationOptions: page });
    if (activities.length === 0) return;
    yield* activities;
    left -= activities.length;
    last = activities.at(-1)?.id;
  }
}

const mostAPage = 100;
/** The most that an id holds, in milliseconds since 1970. */
const latestMs = 2 ** 48 - 1;

/** An activity in one line. */
export function lineOf({ id, type, status, createdAt, timestampMs }: Activity): string {
  const at = typeof createdAt === 'object' ? Number(createdAt.seconds) * 1_000 : Number(timestampMs);
  return [new Date(at).toISOString(), wordOf(status).padEnd(21), id, type.replace('ACTIVITY_TYPE_', '')].join('  ');
}

function wordOf(status: ActivityStatus): string {
  return status.replace('ACTIVITY_STATUS_', '').toLowerCase().replaceAll('_', '-');
}
