import { ActivityPendingError } from '../../client/activityPendingError.js';
import { ask } from '../../client/ask.js';
import type { Client } from '../../client/createClient.js';
import { pause } from '../../client/deadline.js';
import { settle } from '../../client/settle.js';
import { resultOf, submit } from '../../client/submit.js';
import { rejectActivity } from '../../contract/activities.js';
import { getActivity } from '../../contract/activities.queries.js';
import type { Activity } from '../../contract/activities.records.js';
import { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow, AnswerOf } from '../../contract/row.js';
import type { Session } from '../../sessions/session.js';
import { SessionError } from '../../sessions/sessionError.js';

/** How long others have to agree, and who asks. */
export type VotingOptions = {
  readonly session: Session;
  /** Default: 600,000. */
  readonly approvalTimeoutMs: number;
  /** Ends the waiting: whoever asked no longer wants it. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the activity that waits for others. */
  readonly onWaiting?: ((activity: Activity) => void) | undefined;
};

/** Whether others must agree before an activity is executed. */
export const needsVotes = (error: unknown): error is ActivityPendingError =>
  error instanceof ActivityPendingError && error.code === 'ACTIVITY_NEEDS_APPROVAL';

/**
 * Waits until others have agreed. When the time is over, or nobody wants it any more, the activity is rejected, so that nobody agrees to
 * what nobody waits for. If they have agreed at that very moment, it counts when the time is over, and not when nobody wants it.
 *
 * @throws {ActivityPendingError} ACTIVITY_NEEDS_APPROVAL: the time is over, or nobody wants it any more
 * @throws {RefusedError} ACTIVITY_REJECTED, or what the activity failed with
 */
export async function awaitVotes<R extends ActivityRow>(
  client: Client,
  row: R,
  pending: ActivityPendingError,
  { session, approvalTimeoutMs, signal, onWaiting }: VotingOptions,
): Promise<AnswerOf<R>> {
  const { id: activityId, organizationId, fingerprint } = pending.activity;
  /** `undefined`: not yet, or it could not be asked now. */
  const outcome = async (): Promise<Activity | undefined> => {
    let now: Activity;
    try {
      now = (await ask(client, getActivity, { organizationId, activityId }, { session })).activity;
    } catch (error) {
      if (error instanceof SessionError) throw pending; // whoever logged out does not wait
      return undefined;
    }
    return settle(client, row, now, { session }).catch((error: unknown) => {
      if (error instanceof ActivityPendingError) return undefined;
      throw error;
    });
  };
  onWaiting?.(pending.activity);
  const isUnwanted = () => signal?.aborted === true;
  const endsAtMs = Date.now() + approvalTimeoutMs;
  while (Date.now() < endsAtMs && !isUnwanted()) {
    await pause(Math.min(pollMs, endsAtMs - Date.now()), signal).catch(() => {});
    const activity = isUnwanted() ? undefined : await outcome();
    if (activity && !isUnwanted()) return resultOf(row, activity);
  }
  // Executed meanwhile, or it cannot be reached: the outcome says so.
  await submit(client, rejectActivity, { fingerprint }, { session }).catch(() => {});
  const late = await outcome().catch((error: unknown) => {
    if (error instanceof RefusedError && error.code === 'ACTIVITY_REJECTED') return undefined;
    throw error;
  });
  if (late && !isUnwanted()) return resultOf(row, late);
  throw pending;
}

const pollMs = 2_000;
