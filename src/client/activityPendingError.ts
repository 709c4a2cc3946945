import type { Activity } from '../contract/activities.records.js';
import { LatchkeyError } from '../errors.js';

/** Why an activity is still pending. */
export type ActivityPendingErrorCode =
  /** It needs the votes of other users. */
  | 'ACTIVITY_NEEDS_APPROVAL'
  /** It needs another proof by the person who submitted it. */
  | 'ACTIVITY_NEEDS_AUTHENTICATORS'
  /** The service has not executed it within the time of the call. */
  | 'ACTIVITY_STILL_PENDING';

/** An activity was accepted and is not executed yet. This is not a failure: query `get_activity` later, or approve the activity. */
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
