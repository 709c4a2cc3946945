import type { Activity } from '../contract/activities.records.js';
import { LatchkeyError } from '../errors.js';

/** What an activity waits for. */
export type ActivityPendingErrorCode =
  /** The votes of others. */
  | 'ACTIVITY_NEEDS_APPROVAL'
  /** Another proof by the person who asked. */
  | 'ACTIVITY_NEEDS_AUTHENTICATORS'
  /** The service itself, longer than a caller should be kept waiting. */
  | 'ACTIVITY_STILL_PENDING';

/** An activity was accepted and is not done yet. It is no failure: ask `get_activity` later, or approve it. */
export class ActivityPendingError extends LatchkeyError<ActivityPendingErrorCode> {
  readonly activity: Activity;

  constructor(code: ActivityPendingErrorCode, activity: Activity) {
    super(code, `The activity ${activity.id} ${waits[code]}`);
    this.activity = activity;
  }
}

const waits: Record<ActivityPendingErrorCode, string> = {
  ACTIVITY_NEEDS_APPROVAL: 'needs the approval of others before it is executed.',
  ACTIVITY_NEEDS_AUTHENTICATORS: 'needs another authenticator of yours before it is executed.',
  ACTIVITY_STILL_PENDING: 'is still being executed. Ask for it again later.',
};
