import type { Activity } from '../../contract/activities.records.js';
import type { ScreenOptions } from '../../hooks/screenError.js';
import type { ApprovalMessageChanges } from '../english/approvalMessages.js';
import type { Part } from '../theme.js';

export type ApprovalsInboxProps = ScreenOptions & {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: ApprovalMessageChanges;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string };
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush';
  /** Called with each of the person's decisions. */
  onDecided?: (activity: Activity, decision: 'approved' | 'rejected') => void;
};

export type ActivitySentenceProps = {
  activity: Activity;
  /** Texts of the inbox to replace; omitted ones keep their defaults. */
  messages?: ApprovalMessageChanges;
};
