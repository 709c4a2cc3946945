import { getActivity } from '../../contract/activities.queries.js';
import type { Activity } from '../../contract/activities.records.js';
import { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow, AnswerOf, RequestOf } from '../../contract/row.js';
import { ActivityPendingError } from '../activityPendingError.js';
import { ask } from '../ask.js';
import type { Client } from '../createClient.js';
import { settle } from '../settle.js';
import type { CallOptions } from '../signer.js';
import { resultOf, type SubmitOptions, submit } from '../submit.js';
import { waitingOf } from './waiting.js';

/**
 * Submits an activity; where one for the same thing waits for others, it is followed instead, also after a reload.
 *
 * @param what - which thing: the same text for the same person's same wish
 * @throws {ActivityPendingError} it waits; the same call later goes on where it waits
 * @throws as {@link submit} does
 */
export async function submitOnce<R extends ActivityRow>(
  client: Client,
  row: R,
  parameters: RequestOf<R>,
  { what, ...options }: SubmitOptions & { readonly what: string },
): Promise<AnswerOf<R>> {
  const waiting = waitingOf(client);
  const activityId = waiting.get(what);
  try {
    if (activityId === undefined) return (await submit(client, row, parameters, options)).result;
    const activity = await find(client, activityId, options);
    if (hasEnded(activity)) waiting.delete(what);
    return resultOf(row, await settle(client, activity, followersOf(options)));
  } catch (error) {
    if (error instanceof ActivityPendingError) waiting.set(what, error.activity.id);
    else if (error instanceof RefusedError && error.code === 'ACTIVITY_NOT_FOUND') waiting.delete(what);
    throw error;
  }
}

async function find(client: Client, activityId: string, options: SubmitOptions): Promise<Activity> {
  return (await ask(client, getActivity, { activityId }, followersOf(options))).activity;
}

/** A passkey stamps once: what has become of it, the session asks. */
const followersOf = ({ session, organizationId, signal, timeoutMs }: SubmitOptions): CallOptions => ({
  session,
  organizationId,
  signal,
  timeoutMs,
});

const hasEnded = ({ status }: Activity): boolean =>
  status === 'ACTIVITY_STATUS_COMPLETED' ||
  status === 'ACTIVITY_STATUS_FAILED' ||
  status === 'ACTIVITY_STATUS_REJECTED';
