'use client';
import type { ReactElement } from 'react';
import type { Activity } from '../contract/activities.records.js';
import type { ApprovalMessageChanges } from './approvalMessages.js';
import { laterScreen } from './laterScreen.js';
import { ScreenToCome } from './ScreenToCome.js';
import type { Part } from './theme.js';

const useScreen = laterScreen(async () => (await import('./Inbox.js')).Inbox);

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

/**
 * Lists the activities that wait for the person's vote, and those that they wait for others to vote on, in rows that open, to approve or
 * reject them. Renders a `<section data-latchkey="approvals">` whose `data-state` is `loading`, `failed`, `none` or `some`. It needs
 * `latchkey/approvals.css` beside `latchkey/styles.css`.
 */
export function ApprovalsInbox(props: ApprovalsInboxProps): ReactElement {
  const { Screen, isLost } = useScreen();
  const { elevation, classNames } = props;
  if (Screen) return <Screen {...props} />;
  return <ScreenToCome name="approvals" first="headerWithMessage" {...{ isLost, elevation, classNames }} />;
}
