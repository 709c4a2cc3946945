'use client';
import { type ReactElement, useEffect } from 'react';
import { useActivity } from '../../hooks/approvals.js';
import { useScreen } from '../screen.js';
import type { TransferMessages } from '../transferMessages.js';

type WaitingProps = {
  words: TransferMessages;
  activityId: string;
  /** The others have decided. */
  onEnd: () => void;
};

/** Says that others have to decide, and looks every two seconds whether they have. */
export function WaitingForOthers({ words, activityId, onEnd }: WaitingProps): ReactElement {
  const { part } = useScreen();
  const { data: status } = useActivity(activityId, { select: (activity) => activity.status });
  const isOver = status !== undefined && /COMPLETED|FAILED|REJECTED/.test(status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  return (
    <p {...part('lead')} role="status">
      {words.waitingLead}
    </p>
  );
}
