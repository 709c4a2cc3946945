import { getActivity, listActivities } from '../../contract/activities.queries.js';
import { type Activity, type ActivityStatus, activityStatus } from '../../contract/activities.records.js';
import type { ActivityRow } from '../../contract/row.js';
import { activityRows } from '../../contract/rows.js';
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

/** The status that a word of the command line names: `completed`, `consensus-needed`. */
export function statusNamed(word: string): ActivityStatus | undefined {
  const name = `ACTIVITY_STATUS_${word.toUpperCase().replaceAll('-', '_')}`;
  return activityStatus.options.find((each) => each === name);
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
export const showCommand = (environment: ConfigEnvironment, activityId: string, { print }: Outputs): Promise<number> =>
  asRootUser(environment, async (caller) => {
    print(forTerminal(JSON.stringify((await caller.ask(getActivity, { activityId })).activity, null, 2)));
    return 0;
  });

/** Page by page, as they are read. */
async function* activitiesOf(caller: RootCaller, { status, type, after, limit }: ActivitiesWanted) {
  const filters = { ...(status && { filterByStatus: [status] }), ...(type && { filterByType: [type] }) };
  let last = after;
  for (let left = limit; left > 0; ) {
    const page = { limit: String(Math.min(left, mostAPage)), ...(last !== undefined && { after: last }) };
    const { activities } = await caller.ask(listActivities, { ...filters, paginationOptions: page });
    if (activities.length === 0) return;
    yield* activities;
    left -= activities.length;
    last = activities.at(-1)?.id;
  }
}

const mostAPage = 100;

/** An activity in one line. */
export function lineOf({ id, type, status, createdAt, timestampMs }: Activity): string {
  const at = typeof createdAt === 'object' ? Number(createdAt.seconds) * 1_000 : Number(timestampMs);
  return [new Date(at).toISOString(), wordOf(status).padEnd(21), id, type.replace('ACTIVITY_TYPE_', '')].join('  ');
}

function wordOf(status: ActivityStatus): string {
  return status.replace('ACTIVITY_STATUS_', '').toLowerCase().replaceAll('_', '-');
}
