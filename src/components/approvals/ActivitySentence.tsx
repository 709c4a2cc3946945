'use client';
import type { ReactElement } from 'react';
import { lazyScreen } from '../lazyScreen.js';
import type { ActivitySentenceProps } from './approvalsInboxProps.js';

const useLoadedSentence = lazyScreen(async () => (await import('./ApprovalList.js')).LoadedSentence);

/**
 * What an activity does, in the sentence of the inbox and the confirmation: "Send 5 USDC to 0x1f9a…08d4". Renders a `<span>` of text, and
 * nothing until the inbox's words are loaded.
 *
 * @example
 * const { data } = useListActivities()
 * <ul>{data?.activities.map((each) => <li key={each.id}><ActivitySentence activity={each} /></li>)}</ul>
 */
export function ActivitySentence(props: ActivitySentenceProps): ReactElement | null {
  const { Screen } = useLoadedSentence();
  return Screen ? <Screen {...props} /> : null;
}
