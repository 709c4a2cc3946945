import { getActivity } from '../contract/activities.queries.js';
import type { Activity } from '../contract/activities.records.js';
import { refusedActivity } from '../contract/refusals.js';
import type { ActivityRow } from '../contract/row.js';
import { ActivityPendingError } from './activityPendingError.js';
import { ask } from './ask.js';
import type { Client } from './createClient.js';
import { pause } from './deadline.js';
import { refusalOf } from './readAnswer.js';
import type { CallOptions } from './signer.js';

/**
 * Waits until an activity is executed.
 *
 * @throws {ActivityPendingError} when it waits for people, or for more than about a minute
 * @throws {RefusedError} when it failed, with its failure; ACTIVITY_REJECTED
 */
export async function settle(
  client: Client,
  row: ActivityRow,
  first: Activity,
  options: CallOptions,
): Promise<Activity> {
  let activity = first;
  for (const waitMs of waitsMs) {
    if (!isUnderWay(activity)) break;
    await pause(waitMs, options.signal);
    const { id: activityId, organizationId } = activity;
    activity = (await ask(client, getActivity, { organizationId, activityId }, options)).activity;
  }
  return executed(row, activity);
}

/** Half a second, doubling up to eight. */
const waitsMs = [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000];

const isUnderWay = ({ status }: Activity): boolean =>
  status === 'ACTIVITY_STATUS_PENDING' || status === 'ACTIVITY_STATUS_CREATED';

function executed(row: ActivityRow, activity: Activity): Activity {
  switch (activity.status) {
    case 'ACTIVITY_STATUS_COMPLETED':
      return activity;
    case 'ACTIVITY_STATUS_FAILED':
      throw refusalOf(row, statusOf(activity.failure?.code), activity.failure);
    case 'ACTIVITY_STATUS_REJECTED':
      throw refusedActivity(activity.id);
    case 'ACTIVITY_STATUS_CONSENSUS_NEEDED':
      throw new ActivityPendingError('ACTIVITY_NEEDS_APPROVAL', activity);
    case 'ACTIVITY_STATUS_AUTHENTICATORS_NEEDED':
      throw new ActivityPendingError('ACTIVITY_NEEDS_AUTHENTICATORS', activity);
    default:
      throw new ActivityPendingError('ACTIVITY_STILL_PENDING', activity);
  }
}

/** The HTTP status that goes with a gRPC code. @see docs/wire.md 2.6 */
const statusOf = (grpc = 3): number =>
  ({ 4: 504, 5: 404, 6: 409, 7: 403, 8: 429, 13: 500, 14: 503, 16: 401 })[grpc] ?? 400;
