'use client';
import { type ReactElement, useEffect, useId } from 'react';
import type { Activity } from '../../contract/activities.records.js';
import { useActivity } from '../../hooks/approvals.js';
import type { TransferMessages } from '../english/transferMessages.js';
import { useScreen } from '../screenContext.js';
import { TransferProblem, useTransferAttempt } from './transferAttempt.js';

type WaitingProps = {
  words: TransferMessages;
  activityId: string;
  /** Called when the others have decided. */
  onEnd: (activity: Activity) => void;
  onCancel: (() => void) | undefined;
};

/** Says that others must decide, and checks every two seconds. */
export function WaitingForOthers({ words, activityId, onEnd, onCancel }: WaitingProps): ReactElement {
  const { part } = useScreen();
  const { data: activity, error, refetch } = useActivity(activityId);
  const attempt = useTransferAttempt(words, () => false);
  const id = useId();
  const isOver = activity !== undefined && /COMPLETED|FAILED|REJECTED/.test(activity.status);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (isOver) onEnd(activity);
  }, [isOver]);
  // A failure stays until an answer comes: while it is asked again there is none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (error) attempt.refuse(error.code);
    else if (activity) attempt.forgive();
  }, [error, activity]);
  return (
    <div {...part('body')}>
      <p {...part('lead')} role="status">
        {words.waitingLead}
      </p>
      {attempt.problem !== undefined && (
        <>
          <div {...part('message')}>
            <TransferProblem id={`${id}-problem`} code={attempt.code} sentence={attempt.problem} />
          </div>
          <button type="button" {...part('submit')} onClick={() => void refetch()}>
            {words.tryAgain}
          </button>
        </>
      )}
      {onCancel && (
        <button type="button" {...part('secondary')} onClick={onCancel}>
          {words.cancel}
        </button>
      )}
    </div>
  );
}
