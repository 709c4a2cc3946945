import type { Activity } from '../contract/activities.records.js';
import type { AccountMessageChanges } from './account/accountMessages.js';
import type { ApprovalMessageChanges } from './approvals/approvalMessages.js';
import type { PasskeyOfferMessageChanges } from './passkey/passkeyOfferMessages.js';
import type { Part } from './theme.js';

// Of screens that are loaded when they are shown: both the screen and its shell have them.

export type AccountPanelProps = {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: AccountMessageChanges | undefined;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string } | undefined;
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush' | undefined;
  /** Called when the account and all its data were deleted. */
  onDeleted?: (() => void) | undefined;
};

export type ApprovalsInboxProps = {
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: ApprovalMessageChanges;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string };
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush';
  /** Called with each of the person's decisions. */
  onDecided?: (activity: Activity, decision: 'approved' | 'rejected') => void;
};

export type PasskeyOfferProps = {
  /** Called when there is no offer, or it is over: the app continues. A new passkey is confirmed for a moment before. */
  onDone?: () => void;
  /** Texts to replace; omitted ones keep their defaults. */
  messages?: PasskeyOfferMessageChanges;
  /** Classes to add, by the name of a part. */
  classNames?: { readonly [P in Part]?: string };
  /** `flush` has no border, shadow or padding, for use inside another box. Default: `card`. */
  elevation?: 'card' | 'flush';
};
