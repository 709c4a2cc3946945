'use client';
import type { ReactElement } from 'react';
import { laterScreen } from '../laterScreen.js';
import { ScreenToCome } from '../ScreenToCome.js';
import type { ApprovalsInboxProps } from '../screenProps.js';

const useScreen = laterScreen(async () => (await import('./Inbox.js')).Inbox);

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
