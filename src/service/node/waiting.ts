import { isDeepStrictEqual } from 'node:util';
import { approveActivity } from '../../contract/activities.js';
import { getActivity, listActivities } from '../../contract/activities.queries.js';
import type { Activity } from '../../contract/activities.records.js';
import { type ActivityRow, newestOf, type RequestOf } from '../../contract/row.js';
import type { RootCaller } from './rootCaller.js';

/** All activities of these rows that wait for votes. */
export async function waitingActivities(
  caller: RootCaller,
  rows: readonly ActivityRow[],
): Promise<readonly Activity[]> {
  const found: Activity[] = [];
  for (;;) {
    const after = found.at(-1)?.id;
    const { activities } = await caller.ask(listActivities, {
      filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'],
      filterByType: rows.map((row) => newestOf(row).type),
      paginationOptions: { limit: '100', ...(after !== undefined && { after }) },
    });
    if (activities.length === 0) return found;
    found.push(...activities);
  }
}

/**
 * Submits an activity, unless an equal one waits for votes: that one is not asked for twice, and gets this root user's own vote where it is
 * missing. One that was made from another revision is not equal: it would be refused.
 *
 * @param waiting - of this row at least; by default they are asked for.
 */
export async function submitUnlessWaiting<R extends ActivityRow>(
  caller: RootCaller,
  row: R,
  parameters: RequestOf<R>,
  waiting?: readonly Activity[],
): Promise<Activity> {
  // As it is on the wire: without members that are undefined.
  const onWire: unknown = JSON.parse(JSON.stringify(parameters));
  const equal = (waiting ?? (await waitingActivities(caller, [row]))).find(
    ({ type, intent }) =>
      type === newestOf(row).type && Object.values(intent).some((asked) => isDeepStrictEqual(asked, onWire)),
  );
  return equal ? voted(caller, equal) : caller.submit(row, parameters);
}

/** Gives this root user's vote where it is missing. @returns the activity as it is then */
export async function voted(caller: RootCaller, activity: Activity): Promise<Activity> {
  if (!activity.canApprove) return activity;
  await caller.submit(approveActivity, { fingerprint: activity.fingerprint });
  return (await caller.ask(getActivity, { activityId: activity.id })).activity;
}
