'use client';
import type { ReactElement } from 'react';
import { laterScreen } from '../laterScreen.js';
import type { TransferMessages } from '../transferMessages.js';

type WaitingProps = { words: TransferMessages; activityId: string; onEnd: () => void };

const useWaiting = laterScreen<WaitingProps>(async () => (await import('./WaitingForOthers.js')).WaitingForOthers);

/** The step in which others decide, fetched for who comes to it. */
export function Waiting(props: WaitingProps): ReactElement | null {
  const { Screen } = useWaiting();
  return Screen ? <Screen {...props} /> : null;
}
