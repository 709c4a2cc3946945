'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import { LoadedScreen } from '../ScreenPlaceholder.js';
import type { ApprovalsInboxProps } from './approvalsInboxProps.js';

const useLoadedScreen = lazyScreen(async () => (await import('./ApprovalList.js')).ApprovalList);

/**
 * Lists the activities that wait for the person's vote, and those that they wait for others to vote on, in rows that open a card to approve
 * or reject them. Renders a `<section data-latchkey="approvals">` whose `data-state` is `loading`, `failed`, `none` or `some`, and while a
 * card is open a `<dialog>` with a `<section data-latchkey="confirm">`. It needs `latchkey/approvals.css` beside `latchkey/styles.css`.
 */
export function ApprovalsInbox(props: ApprovalsInboxProps): ReactElement {
  return <LoadedScreen useScreen={useLoadedScreen} name="approvals" first="headerWithMessage" props={props} />;
}
